// Script of the form's own page: it only contains the form, in the flow of the page.
const { workspace, form } = document.body.dataset;
const language = new URLSearchParams(location.search).get('lang') === 'en' ? 'en' : 'th';
document.documentElement.lang = language;
if (workspace && form) {
  window.PokpongRequest!.init({
    workspaceUUID: workspace,
    dsrmFormId: form,
    target: '#form',
    channel: 'Web Page',
    language,
  });
  void window.PokpongRequest!.show();
}
