import type { FieldErrors } from '#lib/form/form.ts'
import { colourOf, contrast, darkened, isColour, oklchOf } from './colours.ts'

/** 主色 carries structure and links, 辅色 the one action that matters; `src/ui/tokens.css` has the shades of these two. */
export type Colours = { main: string; accent: string }
export const ownColours: Colours = { main: '#0b4a7f', accent: '#d0430c' }

/** Minimum contrast of text according to WCAG AA. */
const READABLE = 4.5
const WHITE = '#ffffff'
/** `--page-soft` of tokens.css. */
const SOFT = '#f7f8fa'

/** Lightness against that of the colour itself. */
const shade = (hex: string, times: number) => {
  const { l, c, h } = oklchOf(hex)
  return colourOf({ l: l * times, c: times < 1 ? c * times : c, h })
}
/** A light tint: as much colour as ours has there, or less where the colour itself has less. */
const tint = (hex: string, { l, c, of }: { l: number; c: number; of: number }) => {
  const own = oklchOf(hex)
  return colourOf({ l, c: c * Math.min(1.5, own.c / of), h: own.h })
}
const readableOn = (...papers: string[]) => {
  return (hex: string) => papers.every(paper => contrast(hex, paper) >= READABLE)
}

function mainShades(main: string): Record<string, string> {
  const [light, pale, paler] = [
    tint(main, { l: 0.875, c: 0.04, of: 0.107 }),
    tint(main, { l: 0.941, c: 0.021, of: 0.107 }),
    tint(main, { l: 0.973, c: 0.009, of: 0.107 }),
  ]
  // Words in the lightest of these stand on each of the dark ones.
  const dark = (times: number) => darkened(shade(main, times), readableOn(light))
  return {
    'water-950': dark(0.7),
    'water-900': dark(0.85),
    'water-800': dark(0.93),
    'water-700': main,
    'water-600': dark(1.19),
    'water-500': darkened(shade(main, 1.41), readableOn(WHITE)),
    'water-200': light,
    'water-100': pale,
    'water-50': paler,
  }
}

function accentShades(accent: string) {
  const pale = tint(accent, { l: 0.946, c: 0.03, of: 0.186 })
  return {
    'flame-700': darkened(shade(accent, 0.88), readableOn(pale, WHITE)),
    'flame-600': accent,
    'flame-100': pale,
    'flame-50': tint(accent, { l: 0.976, c: 0.013, of: 0.186 }),
  }
}

/** Copied from `tokens.css`. */
const ownShades: Record<string, string> = {
  'water-950': '#062b4a',
  'water-900': '#083a64',
  'water-800': '#094272',
  'water-700': '#0b4a7f',
  'water-600': '#13609f',
  'water-500': '#2b7bbd',
  'water-200': '#bfdaee',
  'water-100': '#dfeef8',
  'water-50': '#f1f7fc',
  'flame-700': '#b03505',
  'flame-600': '#d0430c',
  'flame-100': '#ffe8dc',
  'flame-50': '#fff5ef',
}

const isMainReadable = (main: string) => readableOn(WHITE, SOFT, mainShades(main)['water-50']!)(main)
const isAccentReadable = readableOn(WHITE)

const sameAs = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The names of tokens.css that are different from what stands there, with their colours. */
export const shadesOf = ({ main, accent }: Colours): Record<string, string> => ({
  ...(isColour(main) && !sameAs(main, ownColours.main) ? mainShades(main.toLowerCase()) : {}),
  ...(isColour(accent) && !sameAs(accent, ownColours.accent) ? accentShades(accent.toLowerCase()) : {}),
})

/** Returns all shades, including the default ones. */
export const allShadesOf = (colours: Colours): Record<string, string> => ({ ...ownShades, ...shadesOf(colours) })

/** 高对比 has its own for these two. */
export const ownInContrast: readonly string[] = ['flame-700', 'flame-50']

/** CSS that applies the two colours to every page; empty for the default colours. */
export function themeOf(colours: Colours): string {
  const shades = Object.entries(shadesOf(colours))
  const rule = (selector: string, of: [string, string][]) =>
    of.length > 0 ? `${selector}{${of.map(([name, value]) => `--${name}:${value}`).join(';')}}` : ''
  return (
    rule(
      'html:root',
      shades.filter(([name]) => !ownInContrast.includes(name)),
    ) +
    rule(
      'html:root:not([data-contrast="high"])',
      shades.filter(([name]) => ownInContrast.includes(name)),
    )
  )
}

/** The nearest that can be read, of either. */
export const nearestReadable = ({ main, accent }: Colours): Colours => ({
  main: isColour(main) ? darkened(main, isMainReadable) : ownColours.main,
  accent: isColour(accent) ? darkened(accent, isAccentReadable) : ownColours.accent,
})

const names: Record<keyof Colours, string> = { main: '主色', accent: '辅色' }

export function colourFaults(colours: Colours): FieldErrors {
  const good = nearestReadable(colours)
  return Object.fromEntries(
    (['main', 'accent'] as const).flatMap((name): [string, string][] => {
      const colour = colours[name]
      if (!isColour(colour)) return [[name, `${names[name]}应为 # 加 6 位十六进制数字，如 ${ownColours[name]}`]]
      if (sameAs(good[name], colour)) return []
      const found = contrast(colour, WHITE).toFixed(1)
      return [
        [
          name,
          `${names[name]} ${colour} 太浅，文字看不清：与白色的对比度为 ${found}:1，在浅底色上也应不低于 ${READABLE}:1。最接近的可用颜色是 ${good[name]}`,
        ],
      ]
    }),
  )
}
