import { sql } from 'drizzle-orm'
import { pinyin } from 'pinyin-pro'
import { describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { byName, byPinyin } from '../registers/registerColumns.ts'
import { readAs, readings } from './readings.ts'
import { toQuery, toVector } from './words.ts'

setUpSite()

const surnames = `单雄=shàn 解缙=xiè 仇英=qiú 查良镛=zhā 区海伦=ōu 朴树=piáo 曾国藩=zēng 乐毅=yuè 任正非=rén 华罗庚=huà
  盖叫天=gě 葛优=gě 缪荃孙=miào 秘书=bì 逄先知=páng 折可适=shé 种师道=chóng 燕青=yān 员半千=yùn 召平=shào 覃辉=qín 纪昀=jǐ
  翟让=zhái 祭遵=zhài 应劭=yīng 过百龄=guō 乜刚=niè 宓妃=mì 尉迟恭=yùchí 万俟卨=mòqí 长孙无忌=zhǎngsūn 单于明=chányú
  澹台灭明=tántái`
const places = `乐清=yuèqīng 单县=shànxiàn 曾都=zēngdū 解州=xièzhōu 六安=lùān 蚌埠=bèngbù 亳州=bózhōu 洪洞=hóngtóng 东阿=dōngē
  铅山=yánshān 番禺=pānyú 涡阳=guōyáng 浚县=xùnxiàn 栟茶=bēnchá 监利=jiànlì 台州=tāizhōu 天台=tiāntāi 丽水=líshuǐ 黄陂=huángpí
  大埔=dàbù 莘庄=xīnzhuāng 莘县=shēnxiàn 蔚县=yùxiàn 尉犁=yùlí 尉氏=wèishì 乐亭=làotíng 乐陵=làolíng 歙县=shèxiàn 东莞=dōngguǎn
  厦门=xiàmén 重庆=chóngqìng 成都=chéngdū 什邡=shífāng 闵行=mǐnháng 柞水=zhàshuǐ 宕昌=tànchāng 莎车=suōchē 珲春=húnchūn
  犍为=qiánwéi 渑池=miǎnchí 郫都=pídū 枞阳=zōngyáng 牟平=mùpíng 华阴=huàyīn 西藏=xīzàng`

const pairsIn = (text: string) => text.split(/\s+/).map(entry => entry.split('=') as [string, string])
const spelt = (name: string) => pinyin(readAs(name), { type: 'array' }).join('')

describe('a name is read as it is called', () => {
  test.each(pairsIn(surnames))('the surname of %s is %s', (name, reading) => {
    expect(spelt(name).startsWith(reading)).toBe(true)
  })

  test.each(pairsIn(places))('%s is %s, in the name of a company too', (place, reading) => {
    expect(spelt(place)).toBe(reading)
    expect(spelt(`华东${place}水处理有限公司`)).toContain(reading)
  })

  test('a surname is one at the beginning of a short name alone', () => {
    expect(readAs('王解放')).toBe('王解放')
    expect(readAs('解放路锅炉房')).toBe('解放路锅炉房')
    expect(readAs('单县水处理有限公司')).toBe('善县水处理有限公司')
  })

  test('each stands beside as many characters, of which none is read in several ways again', () => {
    for (const of of [readings.places, readings.surnames])
      for (const [name, homophone] of Object.entries(of)) {
        expect(homophone).toHaveLength(name.length)
        expect(readAs(`华东${homophone}锅炉厂`), name).toBe(`华东${homophone}锅炉厂`)
      }
  })
})

async function finds(name: string, letters: string) {
  const vector = toVector([{ text: name, weight: 'A', isHeading: true }])
  const { rows } = await site.services.db.execute<{ found: boolean }>(
    sql`select ${vector}::tsvector @@ ${toQuery(letters)}::tsquery as found`,
  )
  return rows[0]!.found
}

test.each([
  ['乐清水处理有限公司', 'yueqing', 'leqing', 'yqscl'],
  ['山东单县锅炉厂', 'shanxian', 'danxian', 'sdsx'],
  ['曾国强', 'zengguoqiang', 'cengguoqiang', 'zgq'],
  ['尉迟明', 'yuchiming', 'weichiming', 'ycm'],
  ['洪洞供热', 'hongtong', 'hongdong', 'htgr'],
])('%s is found by letters in both readings, and by initials', async (name, ...letters) => {
  for (const typed of letters) expect(await finds(name, typed), typed).toBe(true)
  expect(await finds(name, 'kezhou')).toBe(false)
})

async function ordered(names: string[], by: typeof byName) {
  const list = sql.join(
    names.map(name => sql`(${name})`),
    sql`, `,
  )
  const { rows } = await site.services.db.execute<{ name: string }>(
    sql`select name from (values ${list}) as of(name) order by ${by(sql`name`)}, name`,
  )
  return rows.map(({ name }) => name)
}

test('people are in the order of their surnames as these are read', async () => {
  const names = [
    '艾明',
    '卞红',
    '陈光',
    '解红',
    '单红',
    '查理',
    '区强',
    '朴英',
    '曾伟',
    '仇英',
    '尉迟恭',
    '任强',
    '欧阳',
    '赵一',
  ]
  expect(await ordered(names, byName)).toEqual(
    // ai bian chen ou ouyang piao qiu ren shan xie yuchi zeng zha zhao
    ['艾明', '卞红', '陈光', '区强', '欧阳', '朴英', '仇英', '任强', '单红', '解红', '尉迟恭', '曾伟', '查理', '赵一'],
  )
})

test('organisations are in the order of their places as these are read', async () => {
  const names = [
    '安庆甲厂',
    '乐清乙厂',
    '六安丙厂',
    '洪洞丁厂',
    '单县戊厂',
    '扬州己厂',
    '温州庚厂',
    '台州辛厂',
    '重庆壬厂',
    '厦门癸厂',
  ]
  expect(await ordered(names, byPinyin)).toEqual([
    '安庆甲厂',
    '重庆壬厂',
    '洪洞丁厂',
    '六安丙厂',
    '单县戊厂',
    '台州辛厂',
    '温州庚厂',
    '厦门癸厂',
    '扬州己厂',
    '乐清乙厂',
  ])
})
