import type { Tie } from '../../ties.ts'

type DemoTie = { kind: Tie; organisationName: string; fromDaysAgo?: number; toDaysAgo?: number }
export type DemoExpert = {
  name: string
  jobTitle: string
  specialities: string
  provinceCode: string
  mayLead?: boolean
  isRetired?: boolean
  /** The register of persons knows this name, and with it the employer. */
  inRegister?: boolean
  /** Mobile number of an existing account; the others get one of their own. */
  mobile?: string
  remark?: string
  ties?: DemoTie[]
}

const years = (n: number) => Math.round(n * 365.25)

/** Fifteen experts, all made up: some of them tied to companies that the demo association certifies. */
export const demoExperts: DemoExpert[] = [
  {
    name: '贺云舟',
    jobTitle: '正高级工程师',
    provinceCode: '110000',
    mayLead: true,
    specialities: '化学清洗、腐蚀与防护',
    ties: [
      { kind: 'employer', organisationName: '华北热力化学研究院', fromDaysAgo: years(16) },
      { kind: 'adviser', organisationName: '北京清源锅炉清洗有限公司', fromDaysAgo: years(2) },
    ],
  },
  {
    name: '沈怀瑾',
    jobTitle: '教授',
    provinceCode: '110000',
    mayLead: true,
    specialities: '水质检测、水处理药剂',
    ties: [{ kind: 'employer', organisationName: '京畿理工大学', fromDaysAgo: years(21) }],
  },
  {
    name: '陆启明',
    jobTitle: '高级工程师',
    provinceCode: '320000',
    mayLead: true,
    inRegister: true,
    specialities: '水质检测、锅炉检验',
  },
  {
    name: '苏晴',
    jobTitle: '高级工程师',
    provinceCode: '310000',
    inRegister: true,
    specialities: '水质检测、有机热载体',
  },
  {
    name: '顾维舟',
    jobTitle: '正高级工程师',
    provinceCode: '320000',
    inRegister: true,
    specialities: '水处理设备、离子交换树脂',
    ties: [{ kind: 'shareholder', organisationName: '苏州恒蓝水处理科技有限公司', fromDaysAgo: years(7) }],
  },
  {
    name: '岳朝东',
    jobTitle: '高级工程师',
    provinceCode: '510000',
    inRegister: true,
    specialities: '锅炉维保、托管运行',
  },
  {
    name: '白既明',
    jobTitle: '高级工程师',
    provinceCode: '210000',
    inRegister: true,
    specialities: '能效测试、低氮改造',
  },
  {
    name: '晏清和',
    jobTitle: '正高级工程师',
    provinceCode: '330000',
    mayLead: true,
    inRegister: true,
    specialities: '化学清洗、水处理药剂',
    remark: '可安排华东地区的评审。',
  },
  {
    name: '柏向南',
    jobTitle: '高级工程师',
    provinceCode: '370000',
    specialities: '水处理药剂、化学分析',
    ties: [
      {
        kind: 'employer' as const,
        organisationName: '济南泰山水处理药剂有限公司',
        fromDaysAgo: years(12),
        toDaysAgo: years(1.5),
      },
      { kind: 'employer', organisationName: '齐鲁化工检测中心', fromDaysAgo: years(1.5) },
    ],
  },
  {
    name: '尉迟安澜',
    jobTitle: '高级工程师',
    provinceCode: '610000',
    mayLead: true,
    specialities: '工业设备清洗、高压水射流',
    ties: [
      // Ended too long ago to count.
      {
        kind: 'employer' as const,
        organisationName: '西安秦岭工业清洗有限公司',
        fromDaysAgo: years(19),
        toDaysAgo: years(6),
      },
      { kind: 'employer', organisationName: '渭水石化装备研究所', fromDaysAgo: years(6) },
    ],
  },
  {
    name: '路遥知',
    jobTitle: '高级工程师',
    provinceCode: '440000',
    specialities: '能效测试、低氮改造',
    ties: [
      { kind: 'employer', organisationName: '岭南能源监测站', fromDaysAgo: years(9) },
      { kind: 'family', organisationName: '广州南粤锅炉能效检测有限公司', fromDaysAgo: years(4) },
    ],
  },
  {
    name: '邢若谷',
    jobTitle: '高级会计师',
    provinceCode: '110000',
    specialities: '信用评价、财务',
    ties: [{ kind: 'employer', organisationName: '北京衡正会计师事务所', fromDaysAgo: years(11) }],
  },
  {
    name: '杭一鸣',
    jobTitle: '高级工程师',
    provinceCode: '420000',
    mayLead: true,
    specialities: '锅炉检验、质量管理体系',
    ties: [
      { kind: 'employer', organisationName: '江汉特种设备检验所', fromDaysAgo: years(8) },
      { kind: 'declared', organisationName: '成都蜀汽锅炉服务有限公司' },
    ],
  },
  {
    name: '蔺相宜',
    jobTitle: '研究员',
    provinceCode: '120000',
    isRetired: true,
    specialities: '离子交换树脂、水处理药剂',
    remark: '聘期已满。',
    ties: [{ kind: 'employer', organisationName: '渤海树脂研究院', fromDaysAgo: years(25) }],
  },
  {
    name: '张伟',
    jobTitle: '高级工程师',
    provinceCode: '370000',
    inRegister: true,
    mobile: '13900000101',
    specialities: '余热利用、锅炉水处理',
    ties: [
      {
        kind: 'employer' as const,
        organisationName: '武汉楚天水处理设备有限公司',
        fromDaysAgo: years(6),
        toDaysAgo: years(1),
      },
    ],
  },
]
