import type { Remark } from '#modules/review/workflow.ts'
import type { Position } from '../../positions.ts'
import type { ArtworkContent } from './artwork.ts'

export type AppliedAdvert = ArtworkContent & {
  userName: string
  position: Position
  title: string
  /** First and last day, counted from the day the demo is loaded. */
  days: [from: number, until: number]
  daysAgo: number
  until: 'draft' | 'submitted' | 'returned' | 'unpaid' | 'paying' | 'approved' | 'takenDown'
  remarks?: Remark[]
}

const qingyuan = { userName: 'qingyuan', organisation: '北京清源锅炉清洗有限公司' }

/** Applications of companies, brought to their state by the API calls of applicant and staff. */
export const applied: AppliedAdvert[] = [
  {
    ...qingyuan,
    position: 'P6',
    title: '清源锅炉化学清洗',
    days: [-30, 29],
    daysAgo: 36,
    until: 'approved',
    headline: '锅炉化学清洗',
    line: '清洗前后都看曲线｜方案、施工、验收',
    motif: 'lance',
    colours: ['#062b4a', '#13609f'],
  },
  {
    ...qingyuan,
    position: 'P5',
    title: '清源停炉保养服务',
    days: [-75, -46],
    daysAgo: 80,
    until: 'approved',

    headline: '停炉保养',
    line: '湿法、干法、充氮保养｜按炉型定方案',
    motif: 'bottles',
    colours: ['#0c4a45', '#1f8a7d'],
  },
  {
    ...qingyuan,
    position: 'P3',
    title: '清源换热器清洗',
    days: [20, 384],
    daysAgo: 5,
    until: 'unpaid',
    headline: '换热器清洗',
    line: '高压水射流 · 不伤管束',
    motif: 'lance',
    colours: ['#1f3a93', '#4f74d8'],
  },
  {
    ...qingyuan,
    position: 'P4',
    title: '清源水垢快速检测',
    days: [15, 44],
    daysAgo: 4,
    until: 'returned',
    headline: '水垢快速检测',
    line: '取样 24 小时出结果',
    motif: 'gauge',
    colours: ['#20323f', '#3f6a7f'],
    remarks: [{ field: 'alt', label: '图片的文字说明', text: '请写出图片上的全部文字，包括“24 小时出结果”' }],
  },
  {
    ...qingyuan,
    position: 'P2',
    title: '清源冬季启炉服务',
    days: [30, 59],
    daysAgo: 1,
    until: 'draft',
    headline: '冬季启炉服务',
    line: '检查 · 清洗 · 调试',
    motif: 'burner',
    colours: ['#3b1405', '#b03505'],
  },
  {
    userName: 'qinling',
    organisation: '西安秦岭工业清洗有限公司',
    position: 'P4',
    title: '秦岭工业清洗',
    days: [10, 39],
    daysAgo: 1,
    until: 'submitted',
    headline: '工业清洗',
    line: '化学清洗 · 物理清洗',
    motif: 'lance',
    colours: ['#0b4a7f', '#2b7bbd'],
  },
  {
    userName: 'huanghe',
    organisation: '兰州黄河水处理装备厂',
    position: 'P5',
    title: '黄河全自动软水器',

    days: [12, 200],
    daysAgo: 6,
    until: 'paying',
    headline: '全自动软水器',
    line: '流量控制再生｜单罐、双罐、多罐',
    motif: 'membranes',
    colours: ['#062b4a', '#13609f'],
  },
  {
    userName: 'chutian',
    organisation: '武汉楚天水处理设备有限公司',
    position: 'P6',
    title: '楚天反渗透设备',
    days: [7, 36],
    daysAgo: 9,
    until: 'approved',
    headline: '反渗透纯水设备',
    line: '模块化设计｜远程运维',
    motif: 'membranes',
    colours: ['#083a64', '#2b7bbd'],
  },
  {
    userName: 'beijiang',
    organisation: '哈尔滨北疆锅炉维保有限公司',
    position: 'P3',
    title: '北疆锅炉维保',

    days: [-10, 19],
    daysAgo: 16,
    until: 'takenDown',
    headline: '锅炉维保',
    line: '抢修 24 小时响应',
    motif: 'boiler',
    colours: ['#5a2a0c', '#c4662a'],
  },
]
