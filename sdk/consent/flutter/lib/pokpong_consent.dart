/// Asks for consent with a form published in Pokpong and tells what is allowed.
library pokpong_consent;

export 'src/client.dart';
export 'src/form_sheet.dart';
export 'src/models.dart';
