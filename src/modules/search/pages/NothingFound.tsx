import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Link } from '#ui/router/router.tsx'
import { searchPage } from '../searchPage.ts'

type Nothing = { typed: string; suggestions: string[]; hasNear: boolean }

/** No result: what was meant perhaps, before what comes close; else what to try instead. */
export function NothingFound({ typed, suggestions, hasNear }: Nothing) {
  const tries = suggestions.length > 0 && (
    <p className="search-try">
      您要找的是不是：
      {suggestions.map(word => (
        <Link key={word} to={searchPage(word)}>
          {word}
        </Link>
      ))}
    </p>
  )
  if (hasNear)
    return (
      <div className="search-instead" role="status">
        <p>没有找到与“{typed}”有关的内容，以下是相近的结果。</p>
        {tries}
      </div>
    )
  return (
    <Empty title={`没有找到与“${typed}”有关的内容`} icon="search">
      {tries}
      <p>换一个更短的词，或用单位简称、拼音首字母（如 xhzc）、证书编号中的一段。</p>
      <p>
        核对一张证书请用<Link to="/admin/verify">证书查验</Link>
        <PlaceLink to="downloads" before="；找表格请到">
          下载专区
        </PlaceLink>
        。
      </p>
    </Empty>
  )
}
