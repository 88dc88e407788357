import { useState } from 'react'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Route } from './+types/StaffArticle'
import type { Work } from './writing/ArticleActs.tsx'
import { pendingCreation } from './writing/articleCreation.ts'
import { Editor } from './writing/Editor.tsx'

export { staffArticle as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  if (params.id === 'new') {
    await pendingCreation()
    return { of: undefined, columns: await api('GET /staff/article/columns', {}) }
  }
  const id = pathId(params.id)
  const [of, columns] = await Promise.all([
    api('GET /staff/article/detail', { id }),
    api('GET /staff/article/columns', {}),
  ])
  return { of, columns }
})

/** `before`: what stood there when it was done. `count`: how often something was done. */
type ActionMessage = { text: string; before?: Work | undefined; count: number }

/** Editor screen of a new or existing article: writing, preview, comparison and workflow. */
export default function StaffArticle({ loaderData }: Route.ComponentProps) {
  const { of: work, columns } = loaderData
  useScreenName(work?.values.title ?? '')
  const { reload, loading } = useLoaded(work)
  const [news, tell] = useState<ActionMessage>({ text: '', count: 0 })
  // Shows the message of an action only after the article has reloaded; the screen is inert until then.
  const isWaiting = news.count > 0 && news.before === work
  const isOld = isWaiting && loading
  return (
    <div inert={isOld}>
      <p>
        <Link to="/staff/articles">全部文章</Link>
      </p>
      <Editor
        // Begins anew with what is there after something was done; while one types nothing is read again.
        key={isWaiting ? news.count - 1 : news.count}
        work={work}
        columns={columns}
        said={isOld ? '' : news.text}
        done={text => {
          tell({ text, before: work, count: isWaiting ? news.count : news.count + 1 })
          reload()
        }}
      />
    </div>
  )
}
