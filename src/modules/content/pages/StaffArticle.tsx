import { useState } from 'react'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/StaffArticle'
import type { Work } from './writing/Acts.tsx'
import { Editor } from './writing/Editor.tsx'

export { staffArticle as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const [of, columns] = await Promise.all([
    api('GET /staff/article/detail', { id }),
    api('GET /staff/article/columns', {}),
  ])
  return { of, columns }
})

/** One article, to be written, looked at, compared, and sent on its way. */
export default function StaffArticle({ loaderData }: Route.ComponentProps) {
  const { of: work, columns } = loaderData
  const { reload, loading } = useLoaded(work)
  const [news, tell] = useState<{ text: string; before?: Work }>({ text: '' })
  // What was done is said when what it has made of the article is there; till then nothing else is begun.
  const isOld = loading && news.before === work
  return (
    <div inert={isOld}>
      <p>
        <Link to="/staff/articles">全部文章</Link>
      </p>
      <Editor
        // Begins anew with what is there after something was done; while one types nothing is read again.
        key={`${work.version} ${work.status} ${work.scheduledFor} ${work.deletedAt}`}
        work={work}
        columns={columns}
        said={isOld ? '' : news.text}
        done={text => {
          tell({ text, before: work })
          reload()
        }}
      />
    </div>
  )
}
