import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { States } from '#ui/States.tsx'
import type { Work } from './writing/Acts.tsx'
import { Editor } from './writing/Editor.tsx'

/** One article, to be written, looked at, compared, and sent on its way. */
export default function StaffArticle() {
  const id = Number(useLocation().pathname.split('/').at(-1))
  const answer = useApi('GET /staff/article/detail', { id })
  const columns = useApi('GET /staff/article/columns', {})
  const [news, tell] = useState<{ text: string; before?: Work }>({ text: '' })
  // What was done is said when what it has made of the article is there; till then nothing else is begun.
  const isOld = news.before !== undefined && news.before === answer.data
  return (
    <div inert={isOld && !answer.error}>
      <p>
        <Link to="/staff/articles">全部文章</Link>
      </p>
      <States answer={answer}>
        {work => (
          <States answer={columns}>
            {list => (
              <Editor
                // Begins anew with what is there after something was done; while one types nothing is read again.
                key={`${work.version} ${work.status} ${work.scheduledFor} ${work.deletedAt}`}
                work={work}
                columns={list}
                said={isOld ? '' : news.text}
                done={text => {
                  tell({ text, before: work })
                  answer.reload()
                }}
              />
            )}
          </States>
        )}
      </States>
    </div>
  )
}
