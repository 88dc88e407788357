/** sRGB, each part from 0 to 1. */
type Rgb = readonly [number, number, number]
type Oklch = { l: number; c: number; h: number }

const HEX = /^#[0-9a-f]{6}$/i
export const isColour = (text: string) => HEX.test(text)

const rgbOf = (hex: string): Rgb => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as never
const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map(part =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map(toLinear) as never as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio according to WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex).map(toLinear) as never as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(x, y),
    h: Math.atan2(y, x),
  }
}

function linearOf({ l: light, c, h }: Oklch): Rgb {
  const [x, y] = [c * Math.cos(h), c * Math.sin(h)]
  const l = (light + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (light - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (light - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Converts to a hex colour; colours outside the sRGB gamut lose chroma until they fit. */
export function colourOf({ l, c, h }: Oklch): string {
  const light = Math.min(1, Math.max(0, l))
  for (let chroma = c; ; chroma -= 0.004) {
    const rgb = linearOf({ l: light, c: Math.max(0, chroma), h })
    const fits = rgb.every(part => part >= -0.0005 && part <= 1.0005)
    if (fits || chroma <= 0) return hexOf(rgb.map(part => fromLinear(Math.min(1, Math.max(0, part)))) as never as Rgb)
  }
}

/** The nearest that is dark enough, in the same hue. */
export function darkened(hex: string, isEnough: (hex: string) => boolean): string {
  const from = oklchOf(hex)
  let dark = hex
  for (let l = from.l; !isEnough(dark) && l > 0; l -= 0.005) dark = colourOf({ ...from, l })
  return dark
}
