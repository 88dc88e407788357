import { Link } from 'react-router'
import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { Empty } from '#ui/Empty.tsx'

/** No result: what to try instead, from the server's own attempts first. */
export function NothingFound({ typed, suggestions }: { typed: string; suggestions: string[] }) {
  return (
    <Empty title={`没有找到与“${typed}”有关的内容`} icon="search">
      {suggestions.length > 0 && (
        <p className="search-try">
          试试：
          {suggestions.map(word => (
            <Link key={word} to={`/admin/home/search?key=${encodeURIComponent(word)}`}>
              {word}
            </Link>
          ))}
        </p>
      )}
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
