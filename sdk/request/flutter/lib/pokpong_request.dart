/// Lets data subjects use their rights with a request form published in Pokpong.
library pokpong_request;

export 'src/client.dart';
export 'src/form_sheet.dart';
export 'src/models.dart';
