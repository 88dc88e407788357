export type DemoWinner = {
  subTypeName: string
  groupName: string
  /** The code of its level. */
  level: string
  name: string
  organisations: string[]
  /** Each person with the index of their employer in `organisations`. */
  persons: [name: string, employer: number][]
}

const won = (
  [subTypeName, groupName, level]: [string, string, string],
  name: string,
  organisations: string[],
  persons: [string, number][],
): DemoWinner => ({ subTypeName, groupName, level, name, organisations, persons })

const progress = (groupName: string, level: string): [string, string, string] => ['科技进步奖', groupName, level]
const invention = (groupName: string, level: string): [string, string, string] => ['技术发明奖', groupName, level]

/** Winners of last year, with certificates. */
export const lastYear: DemoWinner[] = [
  won(
    progress('水处理', 'first'),
    '大型循环流化床锅炉给水除氧与防垢一体化技术',
    ['济南泰山水处理药剂有限公司', '太原汾河热工设计研究院有限公司', '唐山滦河热电有限公司'],
    [
      ['钟离秋', 0],
      ['白景行', 1],
      ['罗观澜', 2],
      ['郁南枝', 0],
    ],
  ),
  won(
    progress('化学清洗', 'second'),
    '电站锅炉低温环保化学清洗成套技术及应用',
    ['北京清源锅炉清洗有限公司', '北京西山热工设计院有限公司'],
    [
      ['顾长风', 0],
      ['叶知秋', 1],
      ['程砚山', 0],
    ],
  ),
  won(
    invention('节能环保', 'second'),
    '燃气锅炉烟气余热深度回收的防腐换热装置',
    ['青岛海岳锅炉制造有限公司', '烟台昆嵛热能检测有限公司'],
    [
      ['张伟', 0],
      ['宋海平', 0],
      ['温如玉', 1],
    ],
  ),
  won(
    progress('检验检测', 'third'),
    '锅炉管束内壁氧化皮在线检测方法与装置',
    ['烟台昆嵛热能检测有限公司'],
    [
      ['柳青岚', 0],
      ['齐云开', 0],
    ],
  ),
  won(
    progress('锅炉设计制造', 'third'),
    '低氮燃烧热水锅炉模块化设计与制造',
    ['沈阳辽锅节能技术有限公司', '天津海河燃烧设备有限公司'],
    [
      ['关山越', 0],
      ['何临川', 1],
      ['陆以宁', 0],
    ],
  ),
]

/** Winners of the year before, in the list only. */
export const yearBefore: DemoWinner[] = [
  won(
    progress('安全运行', 'first'),
    '工业锅炉远程安全监控与故障预警平台',
    ['太原汾河热工设计研究院有限公司', '大同桑干河热力有限公司'],
    [
      ['白景行', 0],
      ['段晓峰', 1],
    ],
  ),
  won(
    progress('水处理', 'second'),
    '反渗透浓水回用于锅炉补给水的工艺研究',
    ['武汉楚天水处理设备有限公司', '厦门鹭江有机热载体有限公司'],
    [
      ['楚怀远', 0],
      ['江映雪', 1],
    ],
  ),
  won(
    progress('化学清洗', 'third'),
    '锅炉清洗废液无害化处理与资源回收',
    ['北京京西工业设备清洗有限公司', '北京清源锅炉清洗有限公司'],
    [
      ['季明远', 0],
      ['顾长风', 1],
    ],
  ),
  won(
    progress('标准与软科学', 'third'),
    '工业锅炉水质标准实施效果评价研究',
    ['湖南洞庭工程职业学院'],
    [
      ['沈听澜', 0],
      ['许慕白', 0],
    ],
  ),
]

export const papersBefore: DemoWinner[] = [
  won(['', '水处理', 'first'], '硬度波动条件下软化器再生终点的判断', ['九江浔阳水处理药剂有限公司'], [['陶渊鸣', 0]]),
  won(
    ['', '节能环保', 'second'],
    '冷凝锅炉排烟温度与回水温度的实测分析',
    ['合肥庐阳燃烧器制造有限公司'],
    [
      ['包怀瑾', 0],
      ['鲁望舒', 0],
    ],
  ),
  won(['', '检验检测', 'second'], '超声导波在锅炉集箱检测中的应用', ['烟台昆嵛热能检测有限公司'], [['温如玉', 0]]),
]
