import { Alert, AutoComplete, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { refusalOf, useApi } from '#api/useApi.ts'
import { Upload } from '#ui/file/Upload.tsx'
import type { CallDetail } from './StaffAwardCall.tsx'

type Props = { of: CallDetail; done: (words: string) => void; reload: () => void }
type Changed = { articleId?: number | null; templateId?: number | null }

/** The article that announces a call, picked by its title, and the form as a file. */
export function CallPapers({ of, done, reload }: Props) {
  const [problem, setProblem] = useState('')
  const save = async (changed: Changed, words: string) => {
    try {
      await browserApi('POST /staff/award/call/save', { id: of.id, version: of.version, ...changed })
      setProblem('')
      done(words)
    } catch (error) {
      setProblem(refusalOf(error).message)
      reload()
    }
  }
  return (
    <div className="call-papers">
      <div>
        <h3>通知文章</h3>
        {of.article ? (
          <p>
            <Link to={`/admin/news/detail/${of.article.id}`}>{of.article.title}</Link>{' '}
            <Button type="link" onClick={() => void save({ articleId: null }, '已去掉通知文章')}>
              换一篇
            </Button>
          </p>
        ) : (
          <PickArticle pick={id => void save({ articleId: id }, '已选定通知文章')} />
        )}
      </div>
      <div>
        <h3>申报书样式</h3>
        <Upload
          use="document"
          label="申报书样式"
          value={of.template ? [of.template] : []}
          onChange={files => void save({ templateId: files[0]?.id ?? null }, '申报书样式已保存')}
        />
      </div>
      {problem && <Alert role="alert" type="warning" showIcon title={problem} />}
    </div>
  )
}

function PickArticle({ pick }: { pick: (id: number) => void }) {
  const [key, setKey] = useState('')
  const found = useApi('GET /staff/award/call/articles', { key })
  return (
    <AutoComplete
      className="pick-article"
      value={key}
      onChange={setKey}
      onSelect={(_, { id }) => pick(id)}
      options={(found.data ?? []).map(({ id, title, publishedOn }) => ({
        id,
        value: title,
        key: id,
        label: `${title}（${publishedOn}）`,
      }))}
      placeholder="输入标题中的字，从已发布的文章中选择"
      aria-label="通知文章"
    />
  )
}
