/// A telephone number as the server takes it: nothing between its digits, `#` before an extension, 0 in place of +66.
String telephoneOf(String typed) => typed
    .replaceAllMapped(RegExp('[๐-๙]'), (digit) => '${digit[0]!.codeUnitAt(0) - 0x0e50}')
    .replaceAll(RegExp(r'ext\.?|ต่อ|x', caseSensitive: false), '#')
    .replaceAll(RegExp(r'[\s().\-\u2013]'), '')
    .replaceFirst(RegExp(r'^\+66'), '0');
