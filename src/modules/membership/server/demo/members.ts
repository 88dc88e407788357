import type { member } from '../tables.ts'

export type DemoMember = Pick<typeof member.$inferInsert, 'levelCode' | 'status' | 'endReason'> & {
  /** Name of the organisation or person. */
  name: string
  joinedDaysAgo: number
  /** Absent: never paid. */
  paidYearsAgo?: number
  endedDaysAgo?: number
}

/** Days since the congress elected the council; certificates last for its term. */
export const CONGRESS_DAYS_AGO = 620
export const TERM_YEARS = 5

/** Members in good standing at one level: name and days since joining. */
const active = (levelCode: number, joinedDaysAgo: Record<string, number>): DemoMember[] =>
  Object.entries(joinedDaysAgo).map(([name, days]) => ({
    name,
    levelCode,
    status: 'active',
    joinedDaysAgo: days,
    paidYearsAgo: 0,
  }))

/** The register of members. Offices as in 理事会与监事会 of the site. */
export const demoMembers: DemoMember[] = [
  ...active(50, { 杭州之江水处理技术研究所: 7300 }),
  ...active(40, {
    苏州恒蓝水处理科技有限公司: 5470,
    青岛海岳锅炉制造有限公司: 6900,
    常州市特种设备检测中心: 7180,
    北京清源锅炉清洗有限公司: 7300,
  }),
  ...active(30, {
    天津津沽药剂有限公司: 6570,
    哈尔滨北疆锅炉维保有限公司: 5110,
    上海申浦水质检测技术有限公司: 4380,
    无锡锡惠锅炉制造有限公司: 7300,
    武汉楚天水处理设备有限公司: 6210,
    广州南粤锅炉能效检测有限公司: 4015,
    成都蜀汽锅炉服务有限公司: 4380,
    西安秦岭工业清洗有限公司: 5480,
  }),
  ...active(20, {
    合肥庐阳燃烧器制造有限公司: 1600,
    南昌赣江锅炉有限公司: 2300,
    唐山滦河热电有限公司: 4745,
    太原汾河热工设计研究院有限公司: 6935,
    湖南洞庭工程职业学院: 3650,
    厦门鹭江有机热载体有限公司: 4200,
    长春松辽锅炉辅机有限公司: 5290,
    玉溪抚仙食品有限公司: 2555,
    包头青山热力有限公司: 5840,
    乌鲁木齐天山锅炉安装工程有限公司: 6205,
    宁波甬江锅炉行业协会: 3285,
  }),
  ...active(60, {
    郑州中原锅炉安装有限公司: 6940,
    沈阳辽锅节能技术有限公司: 4750,
    重庆渝州清洗工程有限公司: 4390,
    佛山岭南低氮燃烧技术有限公司: 3290,
  }),
  ...active(10, {
    北京京西工业设备清洗有限公司: 2920,
    北京西山热工设计院有限公司: 5600,
    天津海河燃烧设备有限公司: 3860,
    保定白洋淀纸业有限公司: 4015,
    大同桑干河热力有限公司: 2190,
    大连星海离子交换树脂有限公司: 4560,
    齐齐哈尔嫩江锅炉制造有限公司: 6570,
    上海浦江在线分析仪器有限公司: 3470,
    上海东滩热能科技有限公司: 11,
    南京钟山锅炉节能研究院有限公司: 1460,
    南通濠河导热油有限公司: 2740,
    绍兴鉴湖印染有限公司: 1830,
    台州灵江锅炉辅机有限公司: 2010,
    蚌埠淮河锅炉有限公司: 5480,
    漳州九龙江食品有限公司: 1095,
    九江浔阳水处理药剂有限公司: 1280,
    青岛胶澳膜分离设备有限公司: 1650,
    烟台昆嵛热能检测有限公司: 11,
    洛阳伊洛高压清洗工程有限公司: 2370,
    宜昌三游生物制药有限公司: 900,
    深圳梧桐智能水务有限公司: 11,
    柳州龙江锅炉有限公司: 3100,
    海口琼崖热能服务有限公司: 730,
    泸州沱江酿酒有限公司: 3830,
    贵阳黔灵水处理科技有限公司: 196,
    拉萨雪域供热服务有限公司: 548,
    兰州黄河水处理装备厂: 6020,
    西宁湟水水质检测有限公司: 11,
    银川贺兰节能环保有限公司: 196,
    高雄港都锅炉股份有限公司: 2560,
    香港维港水处理工程有限公司: 3650,
    澳门濠江能源服务有限公司: 1465,
  }),
  ...active(90, {
    张伟: 1480,
    苏晴: 2210,
    陆启明: 1850,
    顾维舟: 4020,
    区敬言: 1490,
    梁咏诗: 400,
    陈志豪: 1130,
    雷振邦: 770,
    佟立群: 1860,
    郝静: 1140,
    白既明: 4390,
    岳朝东: 2220,
    阿依古丽·买买提: 780,
    欧阳修远: 1500,
    文清嘉: 2580,
    晏清和: 6570,
    次仁卓玛: 410,
    李𬭎: 420,
    车晓雯: 38,
    谷雨田: 5840,
  }),

  // Members in arrears, suspended or left.
  { name: '邯郸滏阳锅炉修理有限公司', levelCode: 10, status: 'unpaid', joinedDaysAgo: 11 },
  { name: '株洲渌水热工仪表有限公司', levelCode: 10, status: 'unpaid', joinedDaysAgo: 11 },
  { name: '鞍山千山锅炉安装有限公司', levelCode: 10, status: 'overdue', joinedDaysAgo: 3340, paidYearsAgo: 2 },
  { name: '桂林漓江清洗服务有限公司', levelCode: 10, status: 'overdue', joinedDaysAgo: 1900, paidYearsAgo: 2 },
  { name: '徐州云龙除垢剂有限公司', levelCode: 10, status: 'suspended', joinedDaysAgo: 1120, paidYearsAgo: 0 },
  { name: '咸阳渭水锅炉有限公司', levelCode: 10, status: 'suspended', joinedDaysAgo: 4900, paidYearsAgo: 0 },
  {
    name: '镇江金山纺织有限公司',
    levelCode: 10,
    status: 'withdrawn',
    joinedDaysAgo: 5200,
    paidYearsAgo: 1,
    endedDaysAgo: 310,
    endReason: '锅炉拆除，改用园区集中供汽，自愿退会',
  },
  {
    name: '赣州章江热力有限公司',
    levelCode: 10,
    status: 'withdrawn',
    joinedDaysAgo: 2800,
    paidYearsAgo: 2,
    endedDaysAgo: 640,
    endReason: '并入上级公司，由上级公司入会',
  },
  {
    name: '吉林松花湖木业有限公司',
    levelCode: 10,
    status: 'lapsed',
    joinedDaysAgo: 5100,
    paidYearsAgo: 4,
    endedDaysAgo: 700,
    endReason: '连续两年未缴纳会费',
  },
  {
    name: '遵义赤水酒业有限公司',
    levelCode: 10,
    status: 'lapsed',
    joinedDaysAgo: 3900,
    paidYearsAgo: 3,
    endedDaysAgo: 330,
    endReason: '连续两年未缴纳会费',
  },
]
