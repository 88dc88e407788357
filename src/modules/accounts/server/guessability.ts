import { once } from '#lib/once.ts'
import { provinces } from '#lib/provinces.ts'
import { syllablesOf } from '#lib/server/search/pinyin.ts'
import { commonPasswords } from './commonPasswords.ts'

/**
 * Returns true if few tries find the password: it is split into the pieces that are cheapest to guess together, in
 * powers of ten. The idea is that of zxcvbn (Wheeler, USENIX Security 2016). Its estimate is not used, because it
 * counts ten for each unknown character, which refuses short generated passwords and Chinese sentences, and 10,000 for
 * each piece after the first, which accepts a name with two ornaments.
 */
export async function isEasilyGuessed(lower: string): Promise<boolean> {
  const ranks = await rankWords()
  const joined = lower.replace(/[._-]/g, '')
  return cheapest(lower, ranks) < ENOUGH_GUESSES || (joined !== lower && cheapest(joined, ranks) + 1 < ENOUGH_GUESSES)
}

/** The power of ten below which a password is refused: some 300 million tries. */
const ENOUGH_GUESSES = 8.5

/** Maximum characters of a known piece; bounds the work on a long password. */
const LONGEST_PIECE = 20

type Ranks = ReadonlyMap<string, number>

const rankWords = once(async (): Promise<Ranks> => {
  const common = [...(await commonPasswords())].map(
    (word, rank) => [word, Math.max(2.5, Math.log10(rank + 1))] as const,
  )
  return new Map([...common, ...knownWords.map(word => [word, 2.5] as const)])
})

/** Fills from left to right: the least for the first n characters is the least of a shorter beginning and one more piece. */
function cheapest(text: string, ranks: Ranks): number {
  const characters = [...text]
  const least = [0]
  for (let end = 1; end <= characters.length; end++) {
    least[end] = least[end - 1]! + costOfCharacter(characters[end - 1]!)
    for (let start = Math.max(0, end - LONGEST_PIECE); start < end - 1; start++)
      least[end] = Math.min(least[end]!, least[start]! + costOfPiece(characters.slice(start, end), ranks))
    // Every later piece begins at one of these positions, so the rest of a long password cannot make it cheaper.
    if (Math.min(...least.slice(-LONGEST_PIECE)) >= ENOUGH_GUESSES) return ENOUGH_GUESSES
  }
  return least[characters.length]!
}

function costOfCharacter(character: string): number {
  if (/\d/.test(character)) return 1
  if (/[a-z]/.test(character)) return Math.log10(26)
  if (/[\s.,_@!#*-]/.test(character)) return 1
  if (/\p{Script=Han}/u.test(character)) return 3.5
  return 1.5
}

function costOfPiece(piece: string[], ranks: Ranks): number {
  const text = piece.join('')
  return Math.min(
    costOfWord(text, ranks),
    costOfName(text),
    costOfDate(text),
    costOfRepetition(piece, ranks),
    piece.length > 2 ? costOfSequence(piece) : Number.POSITIVE_INFINITY,
    piece.length > 2 ? costOfKeys(piece) : Number.POSITIVE_INFINITY,
  )
}

/** Digits and signs that stand for the letter that they resemble. */
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
}

function costOfWord(text: string, ranks: Ranks): number {
  const known = ranks.get(text)
  if (known !== undefined) return known
  const plain = text.replace(/[@401!3$5]/g, sign => LOOKALIKES[sign]!)
  const disguised = plain === text ? undefined : (ranks.get(plain) ?? ranks.get(plain.replaceAll('i', 'l')))
  return disguised === undefined ? Number.POSITIVE_INFINITY : disguised + 0.5
}

const costOfName = (text: string) => (/^[a-z]{4,}$/.test(text) && NAME.test(text) ? 3.8 : Number.POSITIVE_INFINITY)

function costOfDate(text: string): number {
  if (/^(19|20)\d\d$/.test(text)) return 2
  if (/^(19|20)\d\d[-./]?(0?[1-9]|1[0-2])[-./]?(0?[1-9]|[12]\d|3[01])$/.test(text)) return 3.5
  return Number.POSITIVE_INFINITY
}

/** A piece said over and over costs what it costs once. */
function costOfRepetition(piece: string[], ranks: Ranks): number {
  if (piece.length < 3) return Number.POSITIVE_INFINITY
  for (let period = 1; period <= piece.length / 2; period++)
    if (piece.length % period === 0 && piece.every((character, n) => character === piece[n % period]))
      return (period === 1 ? costOfCharacter(piece[0]!) : cheapest(piece.slice(0, period).join(''), ranks)) + 0.5
  return Number.POSITIVE_INFINITY
}

/** `abcd`, `4321`, `2468`: each character as far from the one before. */
function costOfSequence(piece: string[]): number {
  const codes = piece.map(character => character.codePointAt(0)!)
  const step = codes[1]! - codes[0]!
  const isSequence = Math.abs(step) <= 2 && step !== 0 && codes.every((code, n) => code === codes[0]! + n * step)
  return isSequence ? costOfRun(piece) : Number.POSITIVE_INFINITY
}

/** Runs of three occur by chance in every tenth generated password, runs of four hardly ever. */
const costOfRun = ({ length }: string[]) => (length === 3 ? 2 : 1.5)

/** The keys of a keyboard from left to right, with and without shift; each row is half a key further right. */
const KEYBOARD = [
  ['1234567890-=', '!@#$%^&*()_+'],
  ['qwertyuiop[]', 'QWERTYUIOP{}'],
  ["asdfghjkl;'", 'ASDFGHJKL:"'],
  ['zxcvbnm,./', 'ZXCVBNM<>?'],
]
type Key = { row: number; column: number }
const keys = new Map<string, Key>(
  KEYBOARD.flatMap((levels, row) =>
    levels.flatMap(level => [...level].map((sign, column) => [sign, { row, column }] as const)),
  ),
)

/** A walk over neighbouring keys: cheap while it goes straight on, dearer by each turn. */
function costOfKeys(piece: string[]): number {
  let turns = 0
  let before = ''
  for (let n = 1; n < piece.length; n++) {
    const [from, to] = [keys.get(piece[n - 1]!), keys.get(piece[n]!)]
    if (!from || !to) return Number.POSITIVE_INFINITY
    const [down, right] = [to.row - from.row, to.column - from.column]
    // A key has two neighbours in the row below: one in the same column, one in the next.
    const isNeighbour = down === 0 ? Math.abs(right) === 1 : Math.abs(down) === 1 && (right === 0 || right === -down)
    if (!isNeighbour) return Number.POSITIVE_INFINITY
    const direction = `${down} ${right}`
    if (n > 1 && direction !== before) turns++
    before = direction
  }
  return piece.length === 3 && turns > 0 ? Number.POSITIVE_INFINITY : costOfRun(piece) + 0.7 * turns
}

/** The hundred most frequent surnames, and those of two characters that are met at all. */
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤' +
  '欧阳上官诸葛司马'

/** Characters that given names are mostly made of. */
const GIVEN_NAMES =
  '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂兰红玉华建国文辉力海燕波宁福生龙元全胜学祥才发成康光天达安岩中茂进林有坚和彪博诚先敬震振壮会思群豪心邦承乐绍功松善厚庆民友裕河哲江浩亮政谦亨奇固之轮翰朗伯宏言若鸣朋斌梁栋维启克伦翔旭鹏泽晨辰士以家致树炎德行时泰盛雄琛钧冠策腾榕风航弘' +
  '三四五小晓雪梅琳玲婷慧莉萍珍凤洁颖欣怡佳嘉琪雅倩雨梦宇轩子涵浩然俊峰志飞凯云新春金荣爱银美珠翠瑞淑贞芬燕彩菊勤贤惠素青倩婷宁蓓蕊薇菁瑶瑾颖露瑗琰韵融园艺咏卿聪澜纯毓悦昭冰爽琬茗羽希欢飘育滢馥筠柔竹霭凝霜香月莺媛艳晶莎锦黛芸睿诗依阳可心欣妍宸梓萱一诺'

/** Cities of the prefectures and above that have many inhabitants or visitors, and districts known by themselves. */
const CITIES =
  '北京 上海 天津 重庆 香港 澳门 台北 高雄 深圳 广州 东莞 佛山 珠海 中山 惠州 汕头 江门 湛江 茂名 肇庆 揭阳 潮州 梅州 清远 韶关 ' +
  '杭州 宁波 温州 绍兴 嘉兴 金华 台州 湖州 义乌 衢州 舟山 丽水 南京 苏州 无锡 常州 南通 徐州 扬州 盐城 镇江 泰州 淮安 连云港 宿迁 昆山 ' +
  '济南 青岛 烟台 潍坊 临沂 淄博 济宁 威海 泰安 东营 德州 聊城 滨州 菏泽 日照 枣庄 福州 厦门 泉州 漳州 莆田 宁德 龙岩 三明 南平 ' +
  '武汉 宜昌 襄阳 荆州 黄石 十堰 长沙 株洲 湘潭 岳阳 衡阳 常德 郴州 郑州 洛阳 开封 南阳 新乡 安阳 许昌 商丘 信阳 周口 合肥 芜湖 蚌埠 安庆 阜阳 黄山 ' +
  '南昌 九江 赣州 上饶 景德镇 成都 绵阳 德阳 宜宾 泸州 南充 乐山 西安 咸阳 宝鸡 渭南 汉中 榆林 石家庄 唐山 保定 邯郸 廊坊 沧州 秦皇岛 张家口 承德 ' +
  '太原 大同 临汾 运城 长治 沈阳 大连 鞍山 抚顺 锦州 营口 丹东 长春 吉林 延边 四平 哈尔滨 大庆 齐齐哈尔 牡丹江 佳木斯 呼和浩特 包头 鄂尔多斯 赤峰 ' +
  '昆明 大理 丽江 曲靖 玉溪 贵阳 遵义 南宁 桂林 柳州 北海 玉林 海口 三亚 兰州 天水 西宁 银川 乌鲁木齐 喀什 拉萨 ' +
  '浦东 海淀 朝阳 中国 中华'

/** Brands, products, accounts and endearments, as they are typed. */
const HABITS = `
  linkedin wechat weixin weibo taobao tmall alipay zhifubao alibaba tencent tengxun baidu douyin tiktok kuaishou jingdong
  pinduoduo meituan eleme didi xiaomi huawei honor oppo vivo lenovo haier midea gree hisense byd geely chery nio xpeng
  bilibili zhihu douban netease sina sohu youku iqiyi ctrip qunar dingtalk dingding feishu wangyi xunlei youxiang
  apple iphone ipad macbook android google gmail youtube facebook twitter instagram whatsapp telegram netflix spotify
  amazon microsoft windows office outlook hotmail skype xbox nokia samsung sony panasonic toshiba canon nikon intel
  nvidia oracle adobe dell asus acer ibm cisco github gitlab docker linux ubuntu centos redhat mysql postgres mongodb
  redis tomcat nginx jenkins vmware aliyun qcloud benz mercedes audi volkswagen toyota honda nissan mazda ford ferrari
  porsche lamborghini tesla nike adidas lining anta gucci prada chanel dior starbucks kfc mcdonalds cocacola pepsi
  maotai wuliangye qingdao tsingtao minecraft roblox pokemon naruto marvel ironman spiderman batman superman starwars
  admin administrator root test guest user login manager system server service support member welcome password passwd
  pass mima yonghu guanliyuan huiyuan xiehui gongsi caiwu bangong danwei kuaiji zhanghao denglu company office finance
  woaini woaizhongguo nihao xiexie zhongguo laopo laogong baobao baobei love lover forever hello happy lucky sunshine
  iloveyou loveyou ilove woai 1314 5201314
`

const spelt = (text: string) => syllablesOf(text).join('')
const alternatives = (syllables: string[]) => [...new Set(syllables)].sort((a, b) => b.length - a.length).join('|')

const COMPOUND_SURNAMES = ['欧阳', '上官', '诸葛', '司马']
const surnames = alternatives([...[...SURNAMES].map(spelt), ...COMPOUND_SURNAMES.map(spelt)])
const given = alternatives([...GIVEN_NAMES].map(spelt))

/** A whole name in pinyin, with a given name of one or two syllables; either half may stand first. */
const NAME = new RegExp(`^(?:(?:${surnames})(?:${given}){1,2}|(?:${given}){1,2}(?:${surnames}))$`)

const knownWords: readonly string[] = [
  ...provinces.flatMap(({ short }) => [short, spelt(short)]),
  ...CITIES.split(' ').flatMap(city => [city, spelt(city)]),
  ...HABITS.trim().split(/\s+/),
]
