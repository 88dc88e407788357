import { typedKeys } from '#lib/keys.ts'

/**
 * Layout of a certificate as staff have designed it; lengths in mm, positions from the upper left corner of the sheet.
 */
export type DesignLayout = {
  paper: Paper
  frame: 'double' | 'single' | 'none'
  marginX: number
  marginTop: number
  colours: 'association' | 'own'
  main: string
  accent: string
  title: string
  titleSecond: string
  holder: 'large' | 'inText'
  align: 'centre' | 'indent'
  body: string
  bodySecond: string
  facts: { field: string; label: string }[]
  note: string
  seal: 'printed' | 'byHand'
  sealX: number
  sealY: number
  sealSize: number
  qrX: number
  qrY: number
  qrSize: number
  /** Typst; empty: by the fields above. */
  template: string
}

/** The same as a certificate is issued with it: in the colours of that day, which are its own from then on. */
export type SnapshotLayout = DesignLayout & { issuerSecond: string }

export type Paper = 'landscape' | 'portrait'
export const papers = {
  landscape: { name: 'A4 横向', width: 297, height: 210 },
  portrait: { name: 'A4 纵向', width: 210, height: 297 },
} as const

/** Default positions on a sheet for a new design. */
export const usualPlaces: Record<Paper, Pick<DesignLayout, Place>> = {
  landscape: { marginX: 32, marginTop: 26, sealX: 196, sealY: 132, sealSize: 42, qrX: 36, qrY: 137, qrSize: 32 },
  portrait: { marginX: 28, marginTop: 34, sealX: 128, sealY: 206, sealSize: 42, qrX: 30, qrY: 214, qrSize: 32 },
}
type Place = 'marginX' | 'marginTop' | 'sealX' | 'sealY' | 'sealSize' | 'qrX' | 'qrY' | 'qrSize'

/** Nearer to the edge than this printers do not print. */
const EDGE = 5
/** Below the code stands what it is for. */
const CAPTION = 5

type Spot = { x: number; y: number; size: number; height: number }

export function placeFaults(of: Pick<DesignLayout, 'paper' | Place>): Record<string, string> {
  const { name, width, height } = papers[of.paper]
  const seal: Spot = { x: of.sealX, y: of.sealY, size: of.sealSize, height: of.sealSize }
  const code: Spot = { x: of.qrX, y: of.qrY, size: of.qrSize, height: of.qrSize + CAPTION }
  const faults: Record<string, string> = {}
  for (const [prefix, called, spot] of [
    ['seal', '印章', seal],
    ['qr', '二维码', code],
  ] as const) {
    const [mostX, mostY] = [width - EDGE - spot.size, height - EDGE - spot.height]
    if (spot.x < EDGE || spot.x > mostX)
      faults[`${prefix}X`] = `${called}会超出 ${name}纸，应在 ${EDGE} 到 ${mostX} 之间`
    if (spot.y < EDGE || spot.y > mostY)
      faults[`${prefix}Y`] = `${called}会超出 ${name}纸，应在 ${EDGE} 到 ${mostY} 之间`
  }
  if (typedKeys(faults).length === 0 && isOverlapping(seal, code)) faults.qrX = '二维码与印章重叠，会扫不出来，请移开'
  return faults
}

const isOverlapping = (one: Spot, other: Spot) =>
  one.x < other.x + other.size &&
  other.x < one.x + one.size &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
