import type { Position } from '../../positions.ts'

export type DemoAdvert = {
  organisation: string
  position: Position
  title: string
  headline: string
  line: string
  motif: 'membranes' | 'burner' | 'boiler' | 'bottles' | 'electrode' | 'gauge' | 'lance'
  colours: [dark: string, bright: string]
  /** First and last day, counted from the day the demo is loaded. */
  days: [from: number, until: number]
}

export const rows: DemoAdvert[] = [
  {
    organisation: '苏州恒蓝水处理科技有限公司',
    position: 'P2',
    title: '恒蓝锅炉补给水成套装置',
    headline: '锅炉补给水成套装置',
    line: '软化 · 反渗透 · EDI｜设计、制造、运行托管',
    motif: 'membranes',
    colours: ['#062b4a', '#13609f'],
    days: [-40, 140],
  },
  {
    organisation: '佛山岭南低氮燃烧技术有限公司',
    position: 'P3',
    title: '岭南低氮燃烧器改造',
    headline: '低氮燃烧器改造',
    line: '燃气锅炉烟气再循环方案',
    motif: 'burner',
    colours: ['#3b1405', '#b03505'],
    days: [-12, 78],
  },
  {
    organisation: '上海申浦水质检测技术有限公司',
    position: 'P4',
    title: '申浦水质检测服务',
    headline: '锅炉水质委托检测',
    line: '取样上门 · 报告可查',
    motif: 'electrode',
    colours: ['#0b4a7f', '#2b7bbd'],
    days: [-5, 85],
  },
  {
    organisation: '青岛海岳锅炉制造有限公司',
    position: 'P4',
    title: '海岳燃气蒸汽锅炉',
    headline: '燃气蒸汽锅炉',
    line: '4～100 t/h 系列',
    motif: 'boiler',
    colours: ['#20323f', '#3f6a7f'],
    days: [-60, 30],
  },
  {
    organisation: '天津津沽药剂有限公司',
    position: 'P4',
    title: '津沽锅炉水处理药剂',
    headline: '锅炉水处理药剂',
    line: '阻垢 · 除氧 · 停炉保养',
    motif: 'bottles',
    colours: ['#0c4a45', '#1f8a7d'],
    days: [-20, 160],
  },
  {
    organisation: '广州南粤锅炉能效检测有限公司',
    position: 'P5',
    title: '南粤锅炉能效测试',
    headline: '锅炉能效测试与节能诊断',
    line: '定型产品测试 · 运行工况测试 · 改造前后对比',
    motif: 'gauge',
    colours: ['#083a64', '#2b7bbd'],
    days: [-30, 60],
  },
  {
    organisation: '重庆渝州清洗工程有限公司',
    position: 'P2',
    title: '渝州工业清洗',
    headline: '锅炉化学清洗与高压水射流清洗',
    line: '方案先行 · 过程留痕 · 验收有据',
    motif: 'lance',
    colours: ['#1f3a93', '#4f74d8'],
    days: [-120, -1],
  },
  {
    organisation: '青岛海岳锅炉制造有限公司',
    position: 'P3',
    title: '海岳生物质蒸汽锅炉',
    headline: '生物质蒸汽锅炉',
    line: '秸秆与林业废弃物燃料',
    motif: 'boiler',
    colours: ['#5a2a0c', '#c4662a'],
    days: [15, 105],
  },
  {
    organisation: '青岛海岳锅炉制造有限公司',
    position: 'P1',
    title: '海岳锅炉：智慧锅炉房整体方案',
    headline: '智慧锅炉房整体方案',
    line: '锅炉 · 水处理 · 监控，一体设计，一次调试',
    motif: 'boiler',
    colours: ['#062b4a', '#13609f'],
    days: [-18, 72],
  },
]
