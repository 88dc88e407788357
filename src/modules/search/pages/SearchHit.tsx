import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'

type Hit = Output<ApiContract['GET /search']>['list'][number]

/** One result. Title and text come escaped from the server, with `<em>` around what was searched for. */
export function SearchHit({ hit }: { hit: Hit }) {
  return (
    <li>
      <h2>
        {hit.passage === null ? (
          <Link to={hit.route} dangerouslySetInnerHTML={{ __html: hit.title }} />
        ) : (
          // Browsers go to a passage only when they load a page themselves.
          <a href={toPassage(hit.route, hit.passage)} dangerouslySetInnerHTML={{ __html: hit.title }} />
        )}
      </h2>
      {hit.summary && <p dangerouslySetInnerHTML={{ __html: hit.summary }} />}
      <p className="hit-about">
        <Tag tone="water">{hit.typeName}</Tag>
        {hit.catalogName && <span>{hit.catalogName}</span>}
        {hit.publishTime && <time dateTime={hit.publishTime}>{shortDay(hit.publishTime)}</time>}
      </p>
    </li>
  )
}

/** In a text fragment a hyphen has a meaning of its own. */
const toPassage = (route: string, passage: string) =>
  `${route}#:~:text=${encodeURIComponent(passage).replaceAll('-', '%2D')}`
