export interface NoticeApi {
  /** Draws the notices of the page that are not drawn yet: for pages that change without being loaded again. */
  draw(): Promise<void>;
}
declare global {
  interface Window {
    PokpongNotice?: NoticeApi;
  }
}
