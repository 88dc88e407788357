import type { Position } from '../positions.ts'

/** Left, top, width and height, in pixels of the page. */
type Box = readonly [number, number, number, number]
/** Layout of a page around its adverts: `lines` are rows of text, `dark` its header and footer. */
type PageLayout = { width: number; height: number; boxes: readonly Box[]; lines: readonly Box[]; dark: readonly Box[] }
type Page = { name: string; desktop: PageLayout; phone: PageLayout }

const DESKTOP = { width: 1440 }
const PHONE = { width: 375 }
const head = {
  desktop: [0, 0, 1440, 156],
  phone: [0, 0, 375, 80],
} as const satisfies Record<string, Box>

/** The pages as they are measured at 1440 and at 375 px, with the content of an ordinary day. */
const pages = {
  home: {
    name: '首页',
    desktop: {
      ...DESKTOP,
      height: 4412,
      dark: [head.desktop, [0, 3867, 1440, 545]],
      boxes: [
        [100, 662, 1240, 209],
        [100, 1594, 387, 387],
        [527, 1594, 387, 387],
        [953, 1594, 387, 387],
        [1060, 2228, 280, 207],
        [100, 2769, 1240, 496],
        [0, 3313, 1440, 285],
        [100, 3646, 1240, 158],
      ],
      lines: [
        [901, 180, 439, 450],
        [100, 911, 715, 603],
        [863, 911, 477, 603],
        [100, 2228, 440, 500],
        [580, 2228, 440, 500],
      ],
    },
    phone: {
      ...PHONE,
      height: 8939,
      dark: [head.phone, [0, 8512, 375, 427]],
      boxes: [
        [16, 80, 343, 56],
        [16, 450, 343, 85],
        [16, 1209, 343, 455],
        [16, 3297, 343, 337],
        [16, 3665, 343, 336],
        [16, 4032, 343, 319],
        [16, 6123, 343, 1360],
        [0, 7530, 375, 565],
      ],
      lines: [
        [16, 559, 343, 618],
        [16, 1704, 343, 860],
        [16, 2603, 343, 614],
        [16, 4614, 343, 560],
        [16, 5210, 343, 600],
      ],
    },
  },
  list: {
    name: '栏目列表页',
    desktop: {
      ...DESKTOP,
      height: 2521,
      dark: [head.desktop, [0, 1976, 1440, 545]],
      boxes: [
        [100, 213, 224, 277],
        [364, 213, 976, 92],
      ],
      lines: [[364, 340, 976, 1500]],
    },
    phone: {
      ...PHONE,
      height: 3090,
      dark: [head.phone, [0, 2663, 375, 427]],
      boxes: [
        [16, 137, 343, 48],
        [16, 209, 343, 154],
      ],
      lines: [[16, 390, 343, 2020]],
    },
  },
  article: {
    name: '文章页',
    desktop: {
      ...DESKTOP,
      height: 4255,
      dark: [head.desktop, [0, 3710, 1440, 545]],
      boxes: [
        [100, 213, 832, 99],
        [100, 2877, 832, 237],
        [100, 3214, 832, 106],
        [100, 3438, 832, 168],
      ],
      lines: [[100, 336, 832, 2509]],
    },
    phone: {
      ...PHONE,
      height: 6488,
      dark: [head.phone, [0, 6061, 375, 427]],
      boxes: [
        [16, 137, 343, 141],
        [16, 5048, 343, 323],
        [16, 5471, 343, 162],
        [16, 5805, 343, 196],
      ],
      lines: [[16, 302, 343, 4715]],
    },
  },
  centre: {
    name: '会员中心概览',
    desktop: {
      ...DESKTOP,
      height: 3382,
      dark: [head.desktop, [0, 2837, 1440, 545]],
      boxes: [
        [100, 188, 208, 1009],
        [340, 188, 1000, 620],
        [340, 832, 1000, 560],
        [340, 1416, 1000, 1200],
      ],
      lines: [],
    },
    phone: {
      ...PHONE,
      height: 5254,
      dark: [head.phone, [0, 4827, 375, 427]],
      boxes: [
        [16, 80, 343, 48],
        [16, 148, 343, 1200],
        [16, 1372, 343, 1400],
        [16, 2796, 343, 1834],
      ],
      lines: [],
    },
  },
} as const satisfies Record<string, Page>

/** Sketches by position: its page, its place there in words, and its box at both widths. */
export const schemes: Record<Position, { page: Page; where: string; desktop: Box; phone: Box }> = {
  P1: { page: pages.home, where: '最上方，与图片新闻轮播', desktop: [100, 180, 769, 450], phone: [16, 152, 343, 274] },
  P2: {
    page: pages.home,
    where: '中部，名录之下，整栏宽',
    desktop: [100, 2085, 1240, 103],
    phone: [16, 4455, 343, 118],
  },
  P3: {
    page: pages.home,
    where: '右侧，快捷入口之下；手机上在两份文件目录之后',
    desktop: [1060, 2455, 280, 180],
    phone: [16, 5862, 343, 221],
  },
  P4: {
    page: pages.list,
    where: '列表旁边，栏目菜单之下；手机上在列表之后',
    desktop: [100, 529, 224, 144],
    phone: [16, 2443, 280, 180],
  },
  P5: {
    page: pages.article,
    where: '正文之后，与正文同宽',
    desktop: [100, 3344, 832, 62],
    phone: [16, 5657, 343, 116],
  },
  P6: { page: pages.centre, where: '各栏之后，整栏宽', desktop: [340, 2648, 1000, 125], phone: [16, 4654, 343, 133] },
}

/** Height of the part of a page that is drawn around a position, as a multiple of its width. */
const DRAWN_HEIGHT_RATIO = { desktop: 0.7, phone: 1.87 }
/** Height of a screen, in CSS pixels. */
const SCREEN_HEIGHT_PX = { desktop: 900, phone: 812 }

export type Device = 'desktop' | 'phone'

/** Computes the drawing: the part of the page around the position, and the number of its screen from the top. */
export function viewOf(position: Position, where: Device) {
  const { page, [where]: slot } = schemes[position]
  const drawn = page[where]
  const height = Math.round(drawn.width * DRAWN_HEIGHT_RATIO[where])
  const [, top, , tall] = slot
  const middle = top + tall / 2 - height / 2
  const from = Math.round(Math.max(0, Math.min(middle, drawn.height - height)))
  return { drawn, slot, from, height, screen: Math.floor(top / SCREEN_HEIGHT_PX[where]) + 1 }
}
