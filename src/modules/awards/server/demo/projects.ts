import type { State } from '#modules/review/workflow.ts'

export type DemoEntry = {
  userName: string
  kind: 'science' | 'paper' | 'report'
  yearsAgo?: number
  /** When it was begun; a step follows every few days until it is in this state. */
  daysAgo: number
  until: State
  name: string
  subType?: string
  group?: string
  level?: string
  people: string[]
  /** Another organisation that took part. */
  with?: string
  intro: string
  innovation: string
  remarks?: { field: string; text: string }[]
  /** What the experts came to, where they did. */
  score?: number
  rank?: number
  proposed?: string
}

/** Projects, papers and reports in every state; all made up. */
export const demoEntries: DemoEntry[] = [
  {
    ...{ userName: 'qingyuan', kind: 'science', daysAgo: 2, until: 'draft', subType: 'progress', group: '03' },
    ...{ name: '超临界锅炉有机酸清洗废液资源化技术', level: 'second', people: ['陈立新', '周敏'] },
    intro: '把有机酸清洗废液中的铁离子分离后回用，废液外排减少八成。',
    innovation: '分级络合与膜分离组合；清洗剂循环使用三次以上。',
  },
  {
    ...{ userName: 'qingyuan', kind: 'science', daysAgo: 20, until: 'returned', subType: 'progress', group: '03' },
    ...{ name: '锅炉酸洗在线监测与终点判断系统', level: 'third', people: ['陈立新', '孙浩', '周敏'] },
    intro: '在线测量铁离子、酸浓度和氢气，自动判断酸洗终点，避免过洗。',
    innovation: '用三参数联合判据代替人工取样；缓蚀状态实时显示。',
    remarks: [
      { field: 'innovation', text: '请写明与同类监测装置的区别，并给出对比数据' },
      { field: 'benefits', text: '节支总额与财务证明不一致，请核对' },
    ],
  },
  {
    ...{ userName: 'taishan', kind: 'science', daysAgo: 3, until: 'submitted', subType: 'progress', group: '02' },
    ...{ name: '无磷缓蚀阻垢剂在热水锅炉中的应用', level: 'third', people: ['赵泰', '钱芳', '孙浩'] },
    intro: '以聚天冬氨酸为主剂的无磷配方，已在四十二台热水锅炉使用两个采暖季。',
    innovation: '无磷配方在高硬度水质下的阻垢率达到百分之九十四。',
  },
  {
    ...{ userName: 'qinling', kind: 'science', daysAgo: 26, until: 'scoring', subType: 'progress', group: '03' },
    ...{ name: '电站锅炉免拆化学清洗工艺', level: 'first', people: ['秦川', '马卫国', '何静'] },
    ...{ with: '北京清源锅炉清洗有限公司', intro: '不割管的化学清洗工艺，清洗工期由二十天缩短到九天。' },
    innovation: '临时系统模块化；过热器垂直管屏的气塞消除方法。',
  },
  {
    ...{ userName: 'beijiang', kind: 'science', daysAgo: 25, until: 'scoring', subType: 'progress', group: '03' },
    ...{ name: '高寒地区锅炉停用保护技术', level: 'second', people: ['高北辰', '冯雪'] },
    intro: '针对零下三十度停炉，用气相缓蚀与干燥风组合保护，停用腐蚀下降九成。',
    innovation: '保护剂在低温下的释放控制；保护效果的远程检查。',
  },
  {
    ...{ userName: 'chutian', kind: 'science', daysAgo: 24, until: 'scoring', subType: 'invention', group: '02' },
    ...{ name: '锅炉补给水双膜法节水装置', level: 'second', people: ['楚天阔', '陆洋', '向明'] },
    intro: '超滤加反渗透的一体化装置，回收率提高到百分之八十八。',
    innovation: '浓水自循环与结垢预警；模块化快速更换。',
  },
  {
    ...{ userName: 'zhangwei', kind: 'paper', daysAgo: 8, until: 'submitted', group: '05' },
    ...{ name: '工业锅炉烟气余热利用的经济性分析', people: ['张伟'] },
    intro: '比较三种余热利用方案在二十台工业锅炉上的投资、节能量与回收期。',
    innovation: '以全年负荷曲线而非额定工况计算节能量。',
  },
  {
    ...{ userName: 'liaoguo', kind: 'report', daysAgo: 110, until: 'deciding', subType: 'testing' },
    ...{ name: '某热电厂一号锅炉热效率测试报告', level: 'second', people: ['辽宁', '孟繁'] },
    ...{ intro: '按国家标准完成四个工况的热效率测试。', innovation: '给出运行调整建议，热效率提高一点二个百分点。' },
    ...{ score: 86.333, rank: 1, proposed: 'second' },
  },
  {
    ...{ userName: 'yiluo', kind: 'report', daysAgo: 108, until: 'noticed', subType: 'inspection' },
    ...{ name: '化工企业余热锅炉定期检验报告', level: 'first', people: ['洛宁', '伊川'] },
    ...{ intro: '发现换热管减薄并完成合于使用评价。', innovation: '用相控阵与涡流结合定位缺陷，结论为企业采纳。' },
    ...{ score: 91.5, rank: 1, proposed: 'first' },
  },
  {
    ...{ userName: 'jingu', kind: 'report', daysAgo: 106, until: 'rejected', subType: 'testing' },
    ...{ name: '锅炉用清洗剂缓蚀性能检测报告', level: 'third', people: ['金谷', '田野'] },
    ...{ intro: '按行业标准检测三种清洗剂的缓蚀性能。', innovation: '给出不同温度下的腐蚀速率曲线。' },
    ...{ score: 62.667, rank: 3 },
  },
  {
    ...{ userName: 'qingyuan', kind: 'science', yearsAgo: 1, daysAgo: 420, until: 'deciding' },
    ...{ name: '大型电站锅炉清洗环保成套技术', subType: 'progress', group: '03', level: 'first' },
    people: ['陈立新', '周敏', '孙浩', '郑可'],
    intro: '清洗、废液处理、废气吸收一体化的成套技术，已用于十六台机组。',
    ...{ innovation: '废液零排放；清洗全过程数据可追溯。', score: 92.667, rank: 1, proposed: 'first' },
  },
  {
    ...{ userName: 'zhongyuan', kind: 'science', yearsAgo: 1, daysAgo: 418, until: 'deciding' },
    ...{ name: '在用工业锅炉安全运行远程服务平台', subType: 'progress', group: '06', level: 'second' },
    people: ['郑中原', '黄河清', '洛书'],
    intro: '接入一千二百台在用锅炉，对缺水、超压等风险提前预警。',
    ...{ innovation: '小样本故障识别；运行档案与检验数据互通。', score: 86.333, rank: 1, proposed: 'second' },
  },
  {
    ...{ userName: 'yuzhou', kind: 'science', yearsAgo: 1, daysAgo: 416, until: 'deciding' },
    ...{ name: '余热锅炉高压水射流清洗机器人', subType: 'invention', group: '03', level: 'second' },
    people: ['俞周', '江北', '渝生'],
    intro: '沿管排自行走的清洗机器人，代替人工进入炉膛。',
    ...{ innovation: '自适应管距的行走机构；射流压力闭环控制。', score: 84.25, rank: 2, proposed: 'third' },
  },
]
