import type { z } from 'zod'
import type { position } from '../contract.ts'

export type Position = z.infer<typeof position>

/** Where adverts stand on the site, and how large their pictures are, in pixels. */
export const positions: Record<Position, { name: string; width: number; height: number }> = {
  P1: { name: '首页轮播', width: 1920, height: 480 },
  P2: { name: '首页中部通栏', width: 1200, height: 100 },
  P3: { name: '首页右侧', width: 280, height: 180 },
  P4: { name: '列表页右侧', width: 280, height: 180 },
  P5: { name: '正文底部通栏', width: 1200, height: 90 },
  P6: { name: '会员中心横幅', width: 960, height: 120 },
}

export const positionCodes = Object.keys(positions) as Position[]
