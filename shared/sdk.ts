/** Platforms that sources are offered for. */
export const SDK_PLATFORMS = ['android', 'ios', 'flutter'] as const;
export type SdkPlatform = (typeof SDK_PLATFORMS)[number];

/** What an SDK is for; each has sources of its own in `sdk/<subject>/<platform>`. */
export const SDK_SUBJECTS = ['consent', 'request'] as const;
export type SdkSubject = (typeof SDK_SUBJECTS)[number];

/** Where the sources of an SDK are downloaded, from the server's root. */
export const sdkArchive = (subject: SdkSubject, platform: SdkPlatform): string =>
  `/sdk/pokpong-${subject}-${platform}.zip`;

const MODULE: Readonly<Record<SdkSubject, string>> = { consent: 'PokpongConsent', request: 'PokpongRequest' };

/** How the sources come into an app: a line or two of its build. */
export function sdkInstallSnippet(subject: SdkSubject, platform: SdkPlatform): string {
  const name = `pokpong-${subject}`;
  switch (platform) {
    case 'android':
      return `// settings.gradle.kts\ninclude(":${name}")\nproject(":${name}").projectDir = file("${name}-android")\n\n// app/build.gradle.kts\ndependencies {\n    implementation(project(":${name}"))\n}`;
    case 'ios':
      return `// Package.swift\ndependencies: [\n    .package(path: "${name}-ios"),\n],\ntargets: [\n    .target(name: "App", dependencies: [.product(name: "${MODULE[subject]}", package: "${name}-ios")]),\n]`;
    case 'flutter':
      return `# pubspec.yaml\ndependencies:\n  pokpong_${subject}:\n    path: ${name}-flutter`;
  }
}
