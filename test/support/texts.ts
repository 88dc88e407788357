import fc from 'fast-check'

/**
 * Texts that programs are known to stumble over, each for a reason of its own: what looks like a value of another type, like
 * code, like a path or a formula; signs that are not seen, that turn the direction, that are several code points or half of
 * one; letters whose case or width changes their number.
 */
export const naughtyTexts: readonly string[] = [
  // Values of programs.
  ...'undefined null nil NULL None NaN Infinity -Infinity true false TRUE yes 0 -0 1.0 0x1F 1e309 1,000 ٣ ② ½ 00123'.split(
    ' ',
  ),
  ...'-1 +1 =1+1 @SUM(A1) 9007199254740993 1E5 10-12 3/4 2026-02-30 12:60 #REF! #N/A $100 ￥１００ 5‰ 一〇 二十 constructor'.split(
    ' ',
  ),
  ...'__proto__ toString hasOwnProperty prototype length then id [object Object] {{7*7}} ${7*7} #{7} %s %d %n {0} %25 %00'.split(
    ' ',
  ),
  // Code and markup.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table person; --",
  '\' or "1"="1',
  '<!--#exec cmd="ls"-->',
  ']]>',
  '&lt;b&gt; &amp; &#0; &nbsp;',
  'javascript:alert(1)',
  '../../etc/passwd',
  'C:\\CON\\NUL.txt',
  '$(rm -rf /) `id` | ls; && true',
  '{"a":1}',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>',
  '_x0041_ _xFFFF_ _X005F_',
  '#let x = 1; *bold* _under_ `code` @cite <label> $x^2$',
  '=HYPERLINK("http://example.com","点击")',
  '+86 138-0013-8000',
  '\\ \\n \\0 \\u0041 \\\\',
  '/* // # -- ;',
  'a\tb',
  '一\n二\r\n三\r四',
  '"引号", \'单引号\'; 分号',
  ',,,;;;\t\t',
  '""',
  '"',
  "'",
  "'前有撇号",
  ' 前后有空格 ',
  '  ',
  '%_\\%',
  '.*+?^${}()|[]\\',
  '[a-z]{1,} (?=x) \\d',
  ":* & | ! <-> 'a':A",
  // What is not seen, or turns the direction.
  '清\u200b源\u200d公\u2060司\ufeff',
  '\u202e反着写\u202c',
  '\u2066隔\u2069离',
  '软\u00ad连\u00ad字',
  '异\ufe00体\u{e0100}字',
  '\u3164\u115f填充\uffa0',
  '\u00a0\u2003\u3000空\u2009白\u3000',
  '行\u2028段\u2029',
  '\u0007\u001b[31m控制\u0085',
  '无字\ufffe\uffff',
  '替\ufffd换',
  '私用\ue000\u{f0000}',
  '半个\ud83d',
  '\udc00半个',
  // Signs of several parts, several widths, several spellings.
  'e\u0301 é n\u0303 ñ Å Å Å',
  'ﬁ ﬀ ﬃ Ǆ ß ẞ İ ı ſ K Ω',
  'ＡＢＣ１２３（全角）',
  '℃ ㎡ ㈱ ㊣ № ™ ½ ² ① Ⅳ ㍻',
  'ｶﾞｷﾞ ガギ がぎ',
  '각 각',
  '⼭⻄ ⾦⽔ 山西',
  '😀 👨‍👩‍👧‍👦 👍🏽 🇨🇳 1️⃣ ☎️',
  'Z͑ͫ̓a̴͝l̸̕g̷͂ö̶́',
  '\u0301开头的组合',
  '𠮷𠀀𪚥𫝀𬺰𰻝',
  '㐀䶵 鿿 﨎 〇 々 〻 ゝ',
  'ﷺ ﷽',
  // Scripts.
  'العربية עברית فارسی',
  'ไทย ខ្មែរ မြန်မာ हिन्दी বাংলা தமிழ்',
  'བོད་ཡིག ᠮᠣᠩᠭᠣᠯ ئۇيغۇرچە ꆈꌠꁱꂷ 𖼀𖼁 Vahcuengh',
  'Ελληνικά Кириллица Հայերեն ქართული',
  'Nguyễn Văn Á, Łódź, Björk, O’Brien, Jean‑Luc',
  '買買提・阿不都 尼瑪●旺堆 玛依拉．阿不都',
  // Names as they come.
  '昆山（ABC）机电 有限公司',
  '“清源”锅炉 & 水处理 Co., Ltd.',
  '中石化/中海油【联合】〔2026〕1号',
  'GB/T 1576—2018',
  'C++ C# .NET F#',
  '单县 乐清 六安 曾都 尉迟 万俟',
  '长'.repeat(300),
  'a'.repeat(3_000),
  '\u0301'.repeat(50),
]

const between = (from: number, to: number) => fc.integer({ min: from, max: to }).map(code => String.fromCodePoint(code))

/** Signs of each class of Unicode and of the blocks that Chinese texts use, about equally often. */
const sign = fc.oneof(
  between(0x20, 0x7e),
  between(0xa0, 0x24f),
  between(0x300, 0x36f),
  between(0x370, 0x7ff),
  between(0x900, 0x1fff),
  between(0x2000, 0x206f),
  between(0x2070, 0x2bff),
  between(0x2e80, 0x33ff),
  between(0x4e00, 0x9fff),
  between(0x4e00, 0x9fff),
  between(0x3400, 0x4dbf),
  between(0xa000, 0xabff),
  between(0xac00, 0xd7a3),
  between(0xe000, 0xf8ff),
  between(0xf900, 0xffef),
  between(0x10000, 0x1ffff),
  between(0x20000, 0x323af),
  between(0xe0000, 0xe01ef),
  between(0x1, 0x1f),
  fc.constantFrom(
    '\ud800',
    '\udfff',
    '\ufffe',
    '\uffff',
    '\u200b',
    '\u200d',
    '\ufeff',
    '\r',
    '\n',
    '\t',
    '"',
    "'",
    ',',
    '=',
    '\\',
  ),
)
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: sign, minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...naughtyTexts) },
)
const text = fc.array(piece, { minLength: 1, maxLength: 3 }).map(pieces => pieces.join(''))

/** `count` texts, always the same: the known ones and others put together of all kinds of signs. */
export const manyTexts = (count: number): string[] =>
  [...naughtyTexts, ...fc.sample(text, { numRuns: count, seed: 20261130 })].slice(0, count)

/** Without what nobody sees, in one spelling: two texts that a reader cannot tell apart have the same. */
export const seen = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{C}\p{DI}\p{Zs}\s\ufffd]/gu, '')
    .normalize('NFKC')
