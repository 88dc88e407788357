import type { ApplicationType } from '#modules/qualifications/applying/applicationTypes.ts'
import type { Material, Requirement } from '#modules/qualifications/catalogue/server/tables.ts'
import { cleaning, credit, making, technical } from './materials.ts'

type Level = { code: string; name: string; scope: string; requirement: Requirement; fee: number }
type Kind = {
  code: string
  name: string
  validYears?: number
  needsSiteReview?: boolean
  /** The usual ones where none are named. */
  feeShares?: Partial<Record<ApplicationType, number>>
  materials: Material[]
  levels: Level[]
}
type Group = { code: string; name: string; intro: string; rules: string[]; kinds: Kind[] }

const level = (code: string, name: string, scope: string, fee: number, requirement: Requirement): Level => ({
  code,
  name,
  scope,
  fee,
  requirement,
})

/** The demo association's catalogue: 7 groups, 17 kinds. `rules` are titles of articles. */
export const qualificationCatalogue: Group[] = [
  {
    code: 'QX',
    name: '清洗类',
    intro: '锅炉化学清洗、工业设备清洗与高压水射流物理清洗单位的能力评价，按能够承担的设备参数分级。',
    rules: ['清洗单位能力评价办法（化学、工业设备、物理清洗）'],
    kinds: [
      {
        code: 'QX01',
        name: '锅炉化学清洗单位',
        materials: cleaning,
        levels: [
          level('A', 'A级', '各种额定压力的锅炉', 12_000, { senior: 2, middle: 5, certified: 12, works: 12 }),
          level('B', 'B级', '额定工作压力不大于9.8 MPa的锅炉', 9000, { senior: 1, middle: 3, certified: 8, works: 8 }),
          level('C', 'C级', '额定工作压力不大于3.8 MPa的锅炉', 6000, { middle: 2, certified: 6, works: 4 }),
          level('D', 'D级', '额定工作压力不大于1.6 MPa的蒸汽锅炉及热水锅炉', 4000, { middle: 1, certified: 4 }),
        ],
      },
      {
        code: 'QX02',
        name: '工业设备清洗单位',
        materials: cleaning,
        levels: [
          level('A', 'A级', '工业设备不限', 12_000, { senior: 2, middle: 5, certified: 12, works: 12 }),
          level(
            'B',
            'B级',
            '60万吨/年及以下乙烯装置、500万吨/年及以下成套炼油装置，高压氧气、氮气系统，特殊材质设备，并含C、D级范围',
            9000,
            { senior: 1, middle: 3, certified: 8, works: 8 },
          ),
          level('C', 'C级', '2.5 MPa及以下工业设备、工业循环冷却水处理系统，并含D级范围', 6000, {
            middle: 2,
            certified: 6,
            works: 4,
          }),
          level('D', 'D级', '1.0 MPa及以下单台设备、小型塔器与储罐、空调循环冷却水系统、反应釜', 4000, {
            middle: 1,
            certified: 4,
          }),
        ],
      },
      {
        code: 'QX03',
        name: '锅炉物理清洗（高压水射流）单位',
        materials: cleaning,
        levels: [
          level('A', 'A级', '工作压力140 MPa及以上机组，各类锅炉受热面与换热设备的自动化射流清洗', 9000, {
            middle: 3,
            certified: 8,
            works: 10,
          }),
          level('B', 'B级', '工作压力100 MPa及以上机组，电站锅炉辅机与工业锅炉受热面', 7000, {
            middle: 2,
            certified: 5,
            works: 6,
          }),
          level('C', 'C级', '工作压力70 MPa及以上机组，工业锅炉受热面与管道', 5000, { middle: 1, certified: 3 }),
        ],
      },
    ],
  },
  {
    code: 'JC',
    name: '水质检验检测类',
    intro: '锅炉水（介）质与有机热载体的委托检测能力，按检测对象分级；不替代检验机构核准和资质认定。',
    rules: ['锅炉水（介）质与有机热载体检测机构能力评价办法'],
    kinds: [
      {
        code: 'JC01',
        name: '锅炉水（介）质检测机构',
        materials: technical,
        levels: [
          level('SA', 'SA级', '电站锅炉及工业锅炉水汽、垢样检测', 10_000, { senior: 1, middle: 3, certified: 6 }),
          level('SB', 'SB级', '工业锅炉水质检测、垢样定性', 7000, { middle: 2, junior: 2, certified: 3 }),
        ],
      },
      {
        code: 'JC02',
        name: '有机热载体检测机构',
        materials: technical,
        levels: [level('0', '不分级', '未使用及在用有机热载体检测', 8000, { middle: 1, junior: 2, certified: 2 })],
      },
    ],
  },
  {
    code: 'SB',
    name: '水处理设备类',
    intro: '锅炉水处理设备、加药与在线监测装置制造单位的生产与质量保证能力。',
    rules: ['水处理设备、药剂与树脂生产单位能力评价办法'],
    kinds: [
      {
        code: 'SB01',
        name: '锅炉水处理设备制造单位',
        materials: making,
        levels: [
          level('1', '一级', '除盐、除氧、软化成套及膜法系统', 12_000, {
            senior: 2,
            middle: 6,
            capital: 1000,
            works: 20,
          }),
          level('2', '二级', '软化、除氧成套设备', 9000, { senior: 1, middle: 3, capital: 500, works: 10 }),
          level('3', '三级', '软化装置', 6000, { middle: 1, capital: 200 }),
        ],
      },
      {
        code: 'SB02',
        name: '水处理加药、在线监测装置制造单位',
        materials: making,
        levels: [
          level('1', '一级', '加药与在线监测装置，具备测量仪表自主校准能力', 9000, {
            senior: 1,
            middle: 3,
            capital: 500,
          }),
          level('2', '二级', '加药与在线监测装置，校准可以委托', 6000, { middle: 2, capital: 200 }),
        ],
      },
    ],
  },
  {
    code: 'YJ',
    name: '药剂树脂类',
    intro: '水处理药剂、离子交换树脂、有机热载体与清洗剂生产单位，重在出厂检验、批次追溯与用户回访。',
    rules: ['水处理设备、药剂与树脂生产单位能力评价办法'],
    kinds: [
      {
        code: 'YJ01',
        name: '锅炉水处理药剂生产单位',
        materials: making,
        levels: [
          level('1', '一级', '阻垢、缓蚀、除氧等各类锅炉水处理药剂，具备研发与应用试验能力', 10_000, {
            senior: 1,
            middle: 3,
            capital: 500,
            works: 12,
          }),
          level('2', '二级', '已有标准的锅炉水处理药剂', 7000, { middle: 2, capital: 200 }),
        ],
      },
      {
        code: 'YJ02',
        name: '离子交换树脂生产单位',
        materials: making,
        levels: [
          level('1', '一级', '各类锅炉用离子交换树脂', 10_000, { senior: 1, middle: 3, capital: 1000 }),
          level('2', '二级', '软化用离子交换树脂', 7000, { middle: 2, capital: 500 }),
        ],
      },
      {
        code: 'YJ03',
        name: '有机热载体生产单位',
        materials: making,
        levels: [
          level('0', '不分级', '最高允许使用温度经热稳定性试验确定的有机热载体', 9000, { senior: 1, middle: 2 }),
        ],
      },
      {
        code: 'YJ04',
        name: '锅炉清洗剂、缓蚀剂生产单位',
        materials: making,
        levels: [
          level('1', '一级', '各类锅炉清洗剂与缓蚀剂，具备腐蚀试验能力', 9000, { senior: 1, middle: 2, capital: 500 }),
          level('2', '二级', '已有标准的清洗剂与缓蚀剂', 6000, { middle: 1, capital: 200 }),
        ],
      },
    ],
  },
  {
    code: 'FW',
    name: '技术服务类',
    intro: '水处理技术服务、锅炉维护保养与锅炉房托管运行单位，现场评审延伸到正在服务的锅炉房。',
    rules: ['水处理技术服务、维保与托管运行单位能力评价办法'],
    kinds: [
      {
        code: 'FW01',
        name: '锅炉水处理技术服务单位',
        materials: technical,
        levels: [
          level('A', 'A级', '各类工业锅炉及自备热电站', 9000, { middle: 5, certified: 15, works: 60 }),
          level('B', 'B级', '额定压力2.5 MPa及以下锅炉', 6000, { middle: 2, certified: 8, works: 30 }),
          level('C', 'C级', '额定压力1.6 MPa及以下锅炉、热水锅炉', 4000, { middle: 1, certified: 4, works: 10 }),
        ],
      },
      {
        code: 'FW02',
        name: '锅炉维护保养服务单位',
        materials: technical,
        levels: [
          level('A', 'A级', '各类工业锅炉，含燃烧器与控制系统', 9000, { certified: 16, works: 80 }),
          level('B', 'B级', '20 t/h及以下锅炉', 6000, { certified: 8, works: 40 }),
          level('C', 'C级', '10 t/h及以下锅炉', 4000, { certified: 3, works: 15 }),
        ],
      },
      {
        code: 'FW03',
        name: '锅炉房托管运行单位',
        materials: technical,
        levels: [
          level('A', 'A级', '总容量100 t/h以上的锅炉房', 9000, { certified: 45, works: 8 }),
          level('B', 'B级', '总容量100 t/h及以下的锅炉房', 6000, { certified: 23, works: 4 }),
          level('C', 'C级', '总容量20 t/h及以下的锅炉房', 4000, { certified: 9, works: 1 }),
        ],
      },
    ],
  },
  {
    code: 'NX',
    name: '能效环保类',
    intro: '锅炉能效测试机构与节能环保（低氮）改造单位，以测试准确和改造效果的跟踪数据为核心。',
    rules: ['锅炉能效测试机构与节能环保改造单位能力评价办法'],
    kinds: [
      {
        code: 'NX01',
        name: '锅炉能效测试机构',
        materials: technical,
        levels: [
          level('1', '定型产品测试', '锅炉定型产品能效测试，并含运行工况测试', 12_000, {
            senior: 1,
            certified: 8,
            works: 30,
          }),
          level('2', '运行工况详细测试', '在用锅炉运行工况详细测试与简单测试', 9000, {
            middle: 1,
            certified: 5,
            works: 20,
          }),
          level('3', '运行工况简单测试', '在用锅炉运行工况简单测试', 6000, { middle: 1, certified: 3, works: 10 }),
        ],
      },
      {
        code: 'NX02',
        name: '锅炉节能环保（低氮）改造单位',
        materials: technical,
        levels: [
          level('A', 'A级', '各种容量的工业锅炉改造', 9000, { senior: 2, middle: 6, works: 15 }),
          level('B', 'B级', '35 t/h及以下工业锅炉改造', 6000, { senior: 1, middle: 3, works: 8 }),
          level('C', 'C级', '10 t/h及以下工业锅炉改造', 4000, { middle: 1, works: 3 }),
        ],
      },
    ],
  },
  {
    code: 'XY',
    name: '信用类',
    intro: '面向会员单位的自愿性信用评价，反映履约意愿和能力；有效期三年，其间两次复评。',
    rules: ['行业信用等级评价办法（试行）'],
    kinds: [
      {
        code: 'XY01',
        name: '行业信用等级评价',
        validYears: 3,
        needsSiteReview: false,
        feeShares: { initial: 100, renewal: 60, upgrade: 60 },
        materials: credit,
        levels: [
          level('AAA', 'AAA级', '信用优秀，履约风险低', 5000, {}),
          level('AA', 'AA级', '信用良好，履约风险较低', 5000, {}),
          level('A', 'A级', '信用较好，具备履约能力', 5000, {}),
        ],
      },
    ],
  },
]
