import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { FormField } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffRedirects'

export { staffRedirects as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, key } = listQuery<{ key?: string }>(query, 'key')
  const page = await api('GET /staff/redirect/list', { key, pageNum, pageSize })
  return { key, page }
})

const address: FormField = {
  name: 'address',
  label: '旧网址',
  section: '',
  kind: 'text',
  required: true,
  max: 500,
  hint: '原网站上的网址，可含域名，如 /news/show.asp?id=123。',
}
const target: FormField = {
  name: 'articleId',
  label: '转到的文章编号',
  section: '',
  kind: 'number',
  required: true,
  min: 1,
  hint: '文章公开网址 /admin/news/list-info/ 后面的数字。',
}

type Row = { address: string; articleId: number }
type Open = { act: 'add' } | { act: 'change' | 'remove'; row: Row }

/** Addresses of the former site: who follows one comes to the article that has taken its place. */
export default function StaffRedirects({ loaderData }: Route.ComponentProps) {
  const { key } = loaderData
  const answer = useLoaded(loaderData.page)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <section className="desk-card">
      <h2 className="hidden-text">旧网址列表</h2>
      <DataTable
        caption="旧网址"
        answer={answer}
        keyOf={row => row.address}
        filters={[{ name: 'key', label: '网址或标题', kind: 'text' }]}
        save={() => saveFile('GET /staff/redirect/export', { key })}
        actions={
          <Button type="primary" onClick={() => setOpen({ act: 'add' })}>
            新增旧网址
          </Button>
        }
        empty={{
          title: '还没有旧网址',
          children: <p>导入原网站文章时自动登记；也可以逐条新增，让收藏和外部链接继续有效。</p>,
        }}
        columns={[
          { name: '旧网址', cell: row => row.address },
          { name: '转到', cell: ({ route, title }) => <Link to={route}>{title}</Link> },
          {
            name: '状态',
            cell: ({ isPublic }) => <Tag tone={isPublic ? 'good' : 'warn'}>{isPublic ? '有效' : '文章未公开'}</Tag>,
            nowrap: true,
          },
          {
            name: '操作',
            cell: row => (
              <>
                <Button type="link" aria-label={`修改 ${row.address}`} onClick={() => setOpen({ act: 'change', row })}>
                  修改
                </Button>
                <Button type="link" aria-label={`删除 ${row.address}`} onClick={() => setOpen({ act: 'remove', row })}>
                  删除
                </Button>
              </>
            ),
            nowrap: true,
          },
        ]}
      />
      {open && <RedirectDialog open={open} close={close} done={answer.reload} />}
    </section>
  )
}

function RedirectDialog({ open, close, done }: { open: Open; close: () => void; done: () => void }) {
  const row = open.act === 'add' ? undefined : open.row
  const title = { add: '新增旧网址', change: '改为转到另一篇文章', remove: '删除旧网址' }[open.act]
  const removes = open.act === 'remove'
  return (
    <FormDialog
      title={title}
      fields={removes ? [] : row ? [target] : [address, target]}
      initial={row ? { articleId: row.articleId } : {}}
      action={removes ? '删除' : '保存'}
      danger={removes}
      close={close}
      intro={row && <p>{row.address}</p>}
      send={async values => {
        if (removes) await browserApi('POST /staff/redirect/remove', { address: row!.address, seen: row!.articleId })
        else
          await browserApi('POST /staff/redirect/save', {
            address: row?.address ?? String(values.address ?? ''),
            articleId: Number(values.articleId),
            seen: row?.articleId,
          })
        done()
      }}
    />
  )
}
