/**
 * Names that are read otherwise than the characters are as words: 单 is Shàn as a surname, 单县 is Shànxiàn. Each stands
 * beside a homophone, whose characters have that reading alone. Spelt and sorted, a name is taken for its homophone; so
 * one table serves pinyin in the search, and the order by name in PostgreSQL. Readings are those of 现代汉语词典 (7th
 * edition) and of the official names of places (中华人民共和国政区大典).
 */
const surnames: Record<string, string> = Object.fromEntries(
  `单善 解谢 仇囚 查渣 区欧 朴瓢 曾增 乐月 任仁 华话 盖舸 葛舸 缪庙 秘必 逄旁 折蛇 牟谋 种虫 重虫 燕烟 员运 召哨 覃秦
  句勾 纪挤 曲屈 翟宅 祭债 应英 都督 繁婆 郗西 洗显 隽倦 阚看 撒洒 宓密 呙郭 过郭 佴奈 乜聂 仉掌 郇旬 隗伟 於淤 占瞻 相向
  干甘 盛胜 卜补 幺妖 么妖 厍社 贲奔 晟成 能奈 尉卫 谌晨 柏百 长孙掌孙 尉迟玉池 万俟末奇 单于蝉于 澹台谈抬 令狐灵狐
  宰父宰府 鲜于先于`
    .split(/\s+/)
    .map(halves),
)

const places: Record<string, string> = Object.fromEntries(
  `乐清月清 乐亭烙亭 乐陵烙陵 乐都勒督 单县善县 曾都增督 解州谢州 解池谢池 六安路安 六合区路合区 蚌埠泵布 洪洞洪同
  东阿东婀 铅山盐山 番禺潘鱼 涡阳郭阳 浚县迅县 栟茶奔茶 监利剑利 台州胎州 天台天胎 丽水离水 黄陂黄皮 大埔大布
  会稽快稽 莘庄新庄 中牟中木 牟平木平 牟定谋定 枞阳宗阳 蔚县玉县 大城县代城县 任丘仁丘 任泽仁泽 繁峙繁世 尉氏卫氏
  尉犁玉犁 珲春浑春 瑷珲爱辉 都匀督匀 都江堰督江堰 都昌督昌 都安督安 成都成督 首都首督 丰都丰督 望都望督 于都于督 宜都宜督
  花都花督 江都江督 武都武督 新都新督 郫都皮督 昌都昌督 华州话州 华县话县 华山话山 华阴话阴 筠连君连 犍为前围 歙县社县
  荥经迎经 泌阳必阳 东莞东管 长子县掌子县 应县映县 曲阜屈阜 曲靖屈靖 曲江屈江 曲周屈周 曲沃屈沃 曲阳屈阳 济南挤南 济宁挤宁
  济源挤源 济阳挤阳 厦门下门 重庆虫庆 长葛常舸 渑池免池 临洮临桃 洮南桃南 蠡县里县 茌平池平 鄄城倦城 汶上问上 於潜淤潜
  宿州素州 宿迁素迁 宿松素松 闽侯闽后 柘荣这荣 余干余甘 什邡石方 西藏西葬 吴堡吴补 柞水榨水 宕昌探昌 莎车梭车 内蒙古内猛古
  穆棱木灵 绥棱绥灵 浒墅许墅 闵行闵杭 宝坻宝底 栎阳月阳 那坡纳坡 那曲纳屈 石碣石杰 石碶石气`
    .split(/\s+/)
    .map(halves),
)

/** Splits a name from its homophone, which has as many characters. */
function halves(entry: string): [string, string] {
  const half = entry.length / 2
  return [entry.slice(0, half), entry.slice(half)]
}

/** Maximum characters of a name that begins with a surname: a longer one is an organisation's. */
const MAX_PERSON_NAME = 4

const anyOf = (names: Record<string, string>) =>
  Object.keys(names)
    .sort((one, other) => other.length - one.length)
    .join('|')
const placePattern = anyOf(places)
const surnamePattern = `^(?:${anyOf(surnames)})`
const [PLACE, SURNAME] = [new RegExp(placePattern, 'g'), new RegExp(surnamePattern)]

/** The name, with homophones for its place or, in a short one, for its surname. */
export function readAs(name: string): string {
  const placed = name.replace(PLACE, place => places[place]!)
  if (placed !== name || name.length > MAX_PERSON_NAME) return placed
  return name.replace(SURNAME, surname => surnames[surname]!)
}

/** What `readAs` needs, for a statement of PostgreSQL. */
export const readings = { places, surnames, placePattern, surnamePattern, MAX_PERSON_NAME }
