import type { Position } from '../positions.ts'

/** Left, top, width and height, in pixels of the page. */
type Box = readonly [number, number, number, number]
/** Layout of a page around its adverts: `lines` are rows of text, `dark` its header and footer. */
type PageLayout = { width: number; height: number; boxes: readonly Box[]; lines: readonly Box[]; dark: readonly Box[] }
type Page = { name: string; desktop: PageLayout; phone: PageLayout }

const DESKTOP = { width: 1440 }
const PHONE = { width: 375 }
const head = {
  desktop: [0, 0, 1440, 108],
  phone: [0, 0, 375, 80],
} as const satisfies Record<string, Box>

/** The pages as they are measured at 1440 and at 375 px, with the content of an ordinary day. */
const pages = {
  home: {
    name: '首页',
    desktop: {
      ...DESKTOP,
      height: 3717,
      dark: [head.desktop, [0, 3446, 1440, 271]],
      boxes: [
        [100, 612, 1240, 66],
        [0, 710, 1440, 170],
        [100, 1390, 1240, 406],
        [100, 2364, 1240, 496],
        [0, 2909, 1440, 267],
        [100, 3224, 1240, 158],
      ],
      lines: [
        [901, 180, 439, 408],
        [100, 920, 715, 430],
        [863, 920, 477, 430],
        [100, 1979, 440, 345],
        [580, 1979, 440, 345],
      ],
    },
    phone: {
      ...PHONE,
      height: 5118,
      dark: [head.phone, [0, 4691, 375, 427]],
      boxes: [
        [16, 80, 343, 56],
        [16, 421, 343, 81],
        [16, 973, 343, 317],
        [16, 2223, 343, 326],
        [16, 3672, 343, 384],
        [0, 4088, 375, 373],
        [16, 4492, 343, 158],
      ],
      lines: [
        [16, 526, 343, 391],
        [16, 1354, 343, 420],
        [16, 1814, 343, 377],
        [16, 2732, 343, 296],
        [16, 3059, 343, 324],
      ],
    },
  },
  list: {
    name: '栏目列表页',
    desktop: {
      ...DESKTOP,
      height: 2242,
      dark: [head.desktop, [0, 1971, 1440, 271]],
      boxes: [
        [1116, 213, 224, 277],
        [100, 213, 976, 92],
      ],
      lines: [[100, 340, 976, 1500]],
    },
    phone: {
      ...PHONE,
      height: 3116,
      dark: [head.phone, [0, 2689, 375, 427]],
      boxes: [
        [16, 137, 343, 52],
        [16, 209, 343, 154],
      ],
      lines: [[16, 390, 343, 2000]],
    },
  },
  article: {
    name: '文章页',
    desktop: {
      ...DESKTOP,
      height: 4006,
      dark: [head.desktop, [0, 3735, 1440, 271]],
      boxes: [
        [100, 213, 832, 99],
        [100, 2941, 832, 237],
        [100, 3278, 832, 106],
        [100, 3503, 832, 168],
      ],
      lines: [[100, 336, 832, 2573]],
    },
    phone: {
      ...PHONE,
      height: 6521,
      dark: [head.phone, [0, 6094, 375, 427]],
      boxes: [
        [16, 137, 343, 141],
        [16, 5081, 343, 323],
        [16, 5503, 343, 162],
        [16, 5837, 343, 196],
      ],
      lines: [[16, 302, 343, 4747]],
    },
  },
  centre: {
    name: '会员中心概览',
    desktop: {
      ...DESKTOP,
      height: 1850,
      dark: [head.desktop, [0, 1788, 1440, 62]],
      boxes: [
        [100, 188, 208, 448],
        [340, 243, 1000, 244],
        [340, 511, 1000, 445],
        [340, 981, 1000, 271],
        [340, 1275, 1000, 299],
      ],
      lines: [],
    },
    phone: {
      ...PHONE,
      height: 2842,
      dark: [head.phone, [0, 2656, 375, 186]],
      boxes: [
        [16, 96, 343, 48],
        [16, 215, 343, 351],
        [16, 590, 343, 781],
        [16, 1395, 343, 490],
        [16, 1909, 343, 549],
      ],
      lines: [],
    },
  },
} as const satisfies Record<string, Page>

/** Sketches by position: its page, its place there in words, and its box at both widths. */
export const schemes: Record<Position, { page: Page; where: string; desktop: Box; phone: Box }> = {
  P1: { page: pages.home, where: '最上方，与图片新闻轮播', desktop: [100, 180, 769, 408], phone: [16, 152, 343, 245] },
  P2: {
    page: pages.home,
    where: '中部，公示之下，整栏宽',
    desktop: [100, 1836, 1240, 103],
    phone: [16, 2581, 343, 118],
  },
  P3: {
    page: pages.home,
    where: '右侧，与政策和标准并排；手机上在它们之后',
    desktop: [1060, 1983, 280, 180],
    phone: [16, 3419, 343, 221],
  },
  P4: {
    page: pages.list,
    where: '列表右边，栏目菜单之下；手机上在列表之后',
    desktop: [1116, 529, 224, 144],
    phone: [16, 2468, 280, 180],
  },
  P5: {
    page: pages.article,
    where: '正文之后，与正文同宽',
    desktop: [100, 3408, 832, 62],
    phone: [16, 5689, 343, 116],
  },
  P6: { page: pages.centre, where: '各栏之后，整栏宽', desktop: [340, 1598, 1000, 125], phone: [16, 2482, 343, 133] },
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
