/** Marks of the demo's member companies: fourteen designs in eight pairs of colours. */

type Colours = readonly [main: string, second: string]
type Design = (colours: Colours, character: string) => string

const palettes: Colours[] = [
  ['#0b4a7f', '#2b9bd6'],
  ['#d9480f', '#f5a13c'],
  ['#0f766e', '#43b9a6'],
  ['#1f3a93', '#7c9cf0'],
  ['#2f7d32', '#8cc84b'],
  ['#9c2f2f', '#e2725b'],
  ['#37474f', '#90a4ae'],
  ['#5b3a8c', '#b08be0'],
]

/** The same design comes back only in other colours: 112 marks before one repeats. */
export function organisationLogo(name: string, index: number): string {
  const round = Math.floor(index / designs.length)
  const colours = palettes[(index + round) % palettes.length]!
  const mark = designs[index % designs.length]!(colours, characterOf(name))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200"><rect width="200" height="200" fill="#fff"/>${mark}</svg>`
}

const PLACE =
  /^(中国|全国|内蒙古|黑龙江|哈尔滨|石家庄|张家口|呼和浩特|乌鲁木齐|齐齐哈尔|牡丹江|秦皇岛|.{2})(特别行政区|自治区|省|市)?/

/** Returns the distinctive character of a company name: the first one after the place name. */
const characterOf = (name: string) => (name.replace(PLACE, '') || name)[0]!

const FONT = "'PingFang SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC','Source Han Sans SC',sans-serif"
const glyph = (character: string, y: number, size: number, fill: string) =>
  `<text x="100" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="700" text-anchor="middle" fill="${fill}">${character}</text>`

const path = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`
const line = (d: string, stroke: string, width: number) =>
  path(d, 'none', `stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`)
const disc = (cx: number, cy: number, r: number, fill: string, extra = '') =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"${extra && ` ${extra}`}/>`
const ring = (r: number, stroke: string, width: number) =>
  disc(100, 100, r, 'none', `stroke="${stroke}" stroke-width="${width}"`)
const turned = (count: number, content: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `<g transform="rotate(${(i * 360) / count} 100 100)">${content(i)}</g>`).join(
    '',
  )

const HEXAGON = 'M100 18L171 59V141L100 182 29 141V59z'

const designs: Design[] = [
  // A drop over waves
  ([main, second]) =>
    path('M100 12C128 54 164 90 164 124A64 64 0 0 1 36 124C36 90 72 54 100 12z', main) +
    line('M52 130q24-19 48 0t48 0M62 156q19-15 38 0t38 0', '#fff', 10) +
    disc(100, 86, 12, second),
  // A flame whose heart is a drop
  ([main, second]) =>
    path(
      'M100 180C58 180 36 152 40 116C43 88 64 78 66 44C92 54 100 76 98 92C108 84 112 70 110 56C144 78 164 100 160 126C156 158 138 180 100 180z',
      main,
    ) +
    path(
      'M100 168C78 168 66 154 68 136C70 122 86 112 100 92C114 112 130 122 132 136C134 154 122 168 100 168z',
      second,
    ) +
    path('M100 160c-10 0-17-6-17-15 0-8 9-14 17-25 8 11 17 17 17 25 0 9-7 15-17 15z', '#fff'),
  // A gear holding water
  ([main, second]) =>
    turned(10, () => path('M88 14h24l5 26H83z', main)) +
    disc(100, 100, 66, main) +
    disc(100, 100, 46, '#fff') +
    path('M54 104q23-18 46 0t46 0a46 46 0 0 1-92 0z', second),
  // Three waves in a disc
  ([main, second]) =>
    disc(100, 100, 82, main) +
    path('M18 104q41-40 82 0t82 0a82 82 0 0 1-164 0z', second) +
    line('M38 88q31-28 62 0t62 0M52 134q24-20 48 0t48 0', '#fff', 11),
  // Honeycomb
  ([main, second]) =>
    [
      [100, 58, main],
      [61, 126, second],
      [139, 126, main],
    ]
      .map(([x, y, fill]) => path(`M${x} ${Number(y) - 40}l35 20v40l-35 20-35-20v-40z`, String(fill)))
      .join('') +
    disc(100, 58, 13, '#fff') +
    disc(61, 126, 13, '#fff') +
    disc(139, 126, 13, '#fff'),
  // A shield with a character
  ([main, second], character) =>
    path('M100 16L170 40V96C170 140 142 168 100 186C58 168 30 140 30 96V40z', main) +
    path('M100 30V172C66 156 43 132 43 95V50z', second, 'opacity=".55"') +
    glyph(character, 130, 86, '#fff'),
  // A seal: the character on a tile with a cut corner
  ([main, second], character) =>
    path('M24 40Q24 24 40 24H136L176 64V160Q176 176 160 176H40Q24 176 24 160z', main) +
    path('M136 24L176 64H148Q136 64 136 52z', second) +
    glyph(character, 138, 104, '#fff'),
  // Peaks and their reflection
  ([main, second]) =>
    path('M14 126L74 36 104 80 126 52 186 126z', main) +
    path('M74 36L96 68 78 78 62 72 56 64z', '#fff', 'opacity=".85"') +
    line('M26 148q25-16 49 0t50 0 49 0M52 172q16-12 32 0t32 0 32 0', second, 11),
  // A tube sheet
  ([main, second]) =>
    ring(78, main, 14) +
    [
      [100, 62],
      [66, 82],
      [134, 82],
      [100, 100],
      [66, 118],
      [134, 118],
      [100, 138],
    ]
      .map(([x, y], i) => disc(x!, y!, 13, i === 3 ? second : main))
      .join(''),
  // Circulation
  ([main, second]) =>
    line('M40 78A66 66 0 0 1 158 72', main, 18) +
    path('M172 40L168 92 124 66z', main) +
    line('M160 122A66 66 0 0 1 42 128', second, 18) +
    path('M28 160L32 108 76 134z', second) +
    path('M100 66C112 84 126 96 126 112A26 26 0 0 1 74 112C74 96 88 84 100 66z', main),
  // A nut round a character
  ([main, second], character) =>
    path(HEXAGON, main) +
    disc(100, 100, 58, '#fff') +
    disc(100, 100, 50, second, 'opacity=".25"') +
    glyph(character, 126, 70, main),
  // Stacks of rising height
  ([main, second]) =>
    path('M34 170V96H66V170zM84 170V58H116V170z', main) +
    path('M134 170V30H166V170z', second) +
    path('M20 170H180V184H20z', main) +
    line('M34 74q16-16 32 0M84 36q16-16 32 0', second, 9),
  // A leaf and a flame, back to back
  ([main, second]) =>
    path('M96 180C40 160 22 96 40 34C84 52 106 96 96 180z', main) +
    path('M104 180C94 118 112 74 160 48C184 104 164 160 104 180z', second) +
    line('M94 168C86 128 72 92 54 62M106 168C116 132 130 102 148 78', '#fff', 6),
  // A ring broken by two swings, round a character
  ([main, second], character) =>
    line('M54 38A78 78 0 0 0 54 162', main, 17) +
    line('M146 162A78 78 0 0 0 146 38', second, 17) +
    glyph(character, 132, 88, main),
]
