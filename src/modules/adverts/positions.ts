import { typedKeys } from '#lib/keys.ts'
/**
 * Positions of adverts, with the size of their pictures in pixels: the layout is made for these sizes. The printed
 * journal, P7, is arranged in person.
 */
export const positions = {
  P1: { name: '首页轮播', width: 1920, height: 480 },
  P2: { name: '首页中部通栏', width: 1200, height: 100 },
  P3: { name: '首页右侧', width: 280, height: 180 },
  P4: { name: '列表页右侧', width: 280, height: 180 },
  P5: { name: '正文底部通栏', width: 1200, height: 90 },
  P6: { name: '会员中心横幅', width: 960, height: 120 },
} as const satisfies Record<string, { name: string; width: number; height: number }>

export type Position = keyof typeof positions
export const positionCodes = typedKeys(positions)
/** Returns the position of a submitted advert; throws if there is none. */
export function positionOf({ position }: { position?: unknown }): Position {
  if (isPosition(position)) return position
  throw new Error(`there is no position ${position}`)
}

export const isPosition = (code: unknown): code is Position => positionCodes.some(one => one === code)

/** `1200 × 100` */
export const sizeOf = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`
