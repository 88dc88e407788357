import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApi, useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Board } from './StaffBoard.tsx'

type Props = { of: Board; announcement: Board['announcements'][number] }

/** The article that was made of an announcement; or its making, for who may, and who may, for who may not. */
export function AnnouncementArticle({ of, announcement: { kind, article } }: Props) {
  if (article)
    return (
      <p>
        已生成文章：<Link to={article.route}>{article.title}</Link> <Tag>{article.stateName}</Tag>
      </p>
    )
  if (of.writers) return <p>{of.writers}。也可以复制文稿给他们。</p>
  return <MakeArticle id={of.id} kind={kind} />
}

function MakeArticle({ id, kind }: { id: number; kind: string }) {
  const navigate = useNavigate()
  const columns = useApi('GET /staff/article/columns', {})
  const [catalogId, choose] = useState<number>()
  const { submit, busy, error } = useSubmit('POST /staff/board/article')
  const make = async () => {
    const made = await submit({ id, kind, catalogId })
    if (made) navigate(made.route)
  }
  return (
    <>
      <Field name={`column-${kind}`} label="文章的栏目" hint="不选的，放在常用位置“公示公告”指定的栏目">
        {described => (
          <Select
            {...described}
            className="board-column"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={catalogId}
            onChange={choose}
            options={(columns.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        <Button type="primary" loading={busy} onClick={() => void make()}>
          生成公示文章草稿
        </Button>
      </div>
    </>
  )
}
