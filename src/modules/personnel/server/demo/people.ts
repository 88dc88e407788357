import type { PersonnelKind } from '#modules/personnel/catalogue/server/kinds.ts'

type Sex = 'male' | 'female'
/** First certificate of a demo person. */
export type DemoHolder = { name: string; kind: string }
/** `employer`: an organisation's name, a trade of which one is picked, or null: works for nobody. */
export type DemoPerson = DemoHolder & { sex: Sex; employer: string | { trades: string[] } | null }

/** The individual members, whom the demo knows before. */
const members: DemoHolder[] = [
  { name: '张伟', kind: 'SC2' },
  { name: '雷振邦', kind: 'HQ1' },
  { name: '苏晴', kind: 'SJ1' },
  { name: '顾维舟', kind: 'SC2' },
  { name: '陆启明', kind: 'SJ1' },
  { name: '梁咏诗', kind: 'NX1' },
  { name: '区敬言', kind: 'WB2' },
  { name: '谷雨田', kind: 'PS1' },
  { name: '佟立群', kind: 'PS2' },
  { name: '郝静', kind: 'SJ2' },
  { name: '岳朝东', kind: 'WB1' },
  { name: '白既明', kind: 'NX2' },
  { name: '欧阳修远', kind: 'GL1' },
  { name: '文清嘉', kind: 'PS1' },
  { name: '晏清和', kind: 'SC3' },
  { name: '阿依古丽·买买提', kind: 'GL2' },
  { name: '次仁卓玛', kind: 'GL3' },
  { name: '陈志豪', kind: 'SC1' },
  { name: '李𬭎', kind: 'HQ3' },
  { name: '车晓雯', kind: 'SC1' },
]

/** People mentioned in the demo news. */
const inTheNews: DemoPerson[] = [
  { name: '俞佩文', sex: 'female', employer: '上海申浦水质检测技术有限公司', kind: 'SJ1' },
  { name: '秦国栋', sex: 'male', employer: '西安秦岭工业清洗有限公司', kind: 'HQ1' },
  { name: '佟磊', sex: 'male', employer: '北京清源锅炉清洗有限公司', kind: 'HQ2' },
  { name: '谢一宁', sex: 'male', employer: '武汉楚天水处理设备有限公司', kind: 'SC2' },
  { name: '宋雨佳', sex: 'female', employer: '北京清源锅炉清洗有限公司', kind: 'HQ3' },
  { name: '陈立', sex: 'male', employer: '重庆渝州清洗工程有限公司', kind: 'HQ1' },
  { name: '白桂林', sex: 'male', employer: '北京清源锅炉清洗有限公司', kind: 'HQ2' },
  { name: '吴晓东', sex: 'male', employer: '广州南粤锅炉能效检测有限公司', kind: 'NX1' },
  { name: '卢子安', sex: 'male', employer: '广州南粤锅炉能效检测有限公司', kind: 'NX2' },
  { name: '刘朝阳', sex: 'male', employer: '北京清源锅炉清洗有限公司', kind: 'HQ4' },
  { name: '海若宁', sex: 'female', employer: '北京清源锅炉清洗有限公司', kind: 'SJ1' },
  { name: '欧阳静远', sex: 'male', employer: '苏州恒蓝水处理科技有限公司', kind: 'SC3' },
]

const surnames = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎',
  '欧阳',
  '司徒',
  '上官',
]
const givenNames: Record<Sex, string[]> = {
  male: [
    '志远',
    '建业',
    '海涛',
    '宏图',
    '立新',
    '国梁',
    '振华',
    '学军',
    '永康',
    '文博',
    '思源',
    '家骏',
    '鹏程',
    '少华',
    '伟民',
    '景行',
    '承志',
    '一鸣',
    '浩然',
    '子墨',
    '启明',
    '德厚',
    '维新',
    '长河',
    '东升',
    '岳',
    '喆',
    '赟',
    '铮',
  ],
  female: [
    '晓梅',
    '丽娟',
    '雅琴',
    '秀英',
    '思琪',
    '慧敏',
    '若兰',
    '婉清',
    '雨桐',
    '静怡',
    '佳宁',
    '诗涵',
    '敏',
    '莹',
    '云舒',
    '书瑶',
    '亦菲',
    '梓萱',
    '春燕',
    '海霞',
    '玉洁',
    '婷',
    '琳',
    '知秋',
  ],
}

/** The trades whose companies employ people of a group. */
const trades: Record<string, string[]> = {
  HQ: ['cleaning'],
  SJ: ['testing'],
  SC: ['waterEquipment', 'chemicals', 'operation'],
  NX: ['efficiency', 'testing'],
  GL: ['operation', 'boilers'],
  WB: ['installation', 'burners'],
  PS: ['research', 'design', 'association', 'waterEquipment'],
}

/** The i-th of as many as it takes. */
export function colleague(i: number): Pick<DemoPerson, 'name' | 'sex'> {
  const sex = i % 4 === 2 ? 'female' : 'male'
  const given = givenNames[sex]
  return { name: surnames[(i * 11 + 3) % surnames.length]! + given[(i * 7 + 2) % given.length]!, sex }
}

const OTHERS = 88

const others = (kinds: readonly PersonnelKind[]) =>
  Array.from({ length: OTHERS }, (_, i): DemoPerson => {
    const sex = i % 3 === 1 ? 'female' : 'male'
    const { code, group } = kinds[i % kinds.length]!
    return {
      name: surnames[(i * 7) % surnames.length]! + givenNames[sex][(i * 5) % givenNames[sex].length]!,
      sex,
      employer: i % 9 === 8 ? null : { trades: trades[group.code]! },
      kind: code,
    }
  })

/** Whose certificate the documentation of the API names; stands last, since the others differ by their place. */
const inTheDocs: DemoPerson[] = [{ name: '欧阳晓明', sex: 'male', employer: '苏州恒蓝水处理科技有限公司', kind: 'HQ1' }]

/** Whom the demo does not know as members. */
export const demoPeople = (kinds: readonly PersonnelKind[]): DemoPerson[] => [
  ...inTheNews,
  ...others(kinds),
  ...inTheDocs,
]
export const demoHolders = (kinds: readonly PersonnelKind[]): DemoHolder[] => [...members, ...demoPeople(kinds)]
