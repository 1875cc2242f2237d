export interface NoticeApi {
  /** Renders the notices of the page that are not rendered yet: for pages that change without a reload. */
  draw(): Promise<void>;
}
declare global {
  interface Window {
    PokpongNotice?: NoticeApi;
  }
}
