import { creditCodeCheck } from '#lib/creditCode.ts'
import type { Chance } from '#lib/random.ts'

/** Made-up organisations and persons, as many as one likes; by chance one may be called like a real one. */

const cities =
  `110000 北京 北京 北京 120000 天津 天津 130000 石家庄 唐山 保定 廊坊 140000 太原 大同 长治 150000 呼和浩特 包头
  210000 沈阳 大连 鞍山 220000 长春 吉林 230000 哈尔滨 大庆 齐齐哈尔 310000 上海 上海 上海
  320000 南京 苏州 无锡 常州 南通 徐州 330000 杭州 宁波 绍兴 嘉兴 温州 340000 合肥 芜湖 蚌埠 350000 福州 厦门 泉州
  360000 南昌 九江 赣州 370000 济南 青岛 烟台 潍坊 淄博 泰安 410000 郑州 洛阳 新乡 安阳 420000 武汉 宜昌 襄阳
  430000 长沙 株洲 岳阳 440000 广州 深圳 佛山 东莞 惠州 珠海 450000 南宁 柳州 桂林 460000 海口 500000 重庆 重庆
  510000 成都 绵阳 德阳 宜宾 520000 贵阳 遵义 530000 昆明 曲靖 540000 拉萨 610000 西安 宝鸡 咸阳 620000 兰州 天水
  630000 西宁 640000 银川 650000 乌鲁木齐 昌吉 710000 台北 810000 香港 820000 澳门`
    .split(/\s+/)
    .reduce<{ provinceCode: string; city: string }[]>((places, word) => {
      if (/^\d/.test(word)) places.push({ provinceCode: word, city: '' })
      else if (places.at(-1)!.city === '') places.at(-1)!.city = word
      else places.push({ provinceCode: places.at(-1)!.provinceCode, city: word })
      return places
    }, [])

const brands = [
  ...'华清源泰安恒昌润泽鑫达宏远博瑞盛隆正信诚立德嘉禾永兴金龙凤山海江河朔方蓝天碧水绿洲星光明珠启航晨曦科创智和',
]
const trades =
  '锅炉 锅炉清洗 水处理 水处理设备 环保科技 热能 热力 供热 节能技术 清洗工程 化工 水质检测 特种设备检测 锅炉安装 锅炉维保 燃烧设备 药剂 膜分离设备 树脂 工业服务 新能源 生物质能源 仪表 自动化 压力容器'.split(
    ' ',
  )
const forms = ['有限公司', '有限公司', '有限公司', '有限责任公司', '股份有限公司', '集团有限公司']

export type Organisation = { name: string; provinceCode: string; creditCode: string }

/** `serial` makes the credit code its own. */
export function organisationOf(pick: Chance, serial: number): Organisation {
  const { provinceCode, city } = pick.of(cities)
  const name = `${city}${pick.of(brands)}${pick.of(brands)}${pick.of(trades)}${pick.of(forms)}`
  const first17 = `91${provinceCode.slice(0, 2)}0100MAX${String(serial).padStart(6, '0')}`
  return { name, provinceCode, creditCode: first17 + creditCodeCheck(first17) }
}

export const cityOf = (pick: Chance) => pick.of(cities).city

const surnames = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金',
  '欧阳',
  '上官',
  '司马',
]
const given = [
  ...'伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华建国志文斌宇浩轩梓涵晓峰海燕玉梅红新立永春雪东升宁波亮鹏飞凯琳欣怡嘉诚思远',
]

export const personOf = (pick: Chance) =>
  `${pick.of(surnames)}${pick.of(given)}${pick.maybe(0.7) ? pick.of(given) : ''}`
