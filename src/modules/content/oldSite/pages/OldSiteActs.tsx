import { Button } from 'antd'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { UndoImport } from '#modules/imports/pages/UndoImport.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Site } from './StaffOldSite.tsx'

type Props = { site: Site; changed: () => void }

/** What can be done with an old site on which nobody is at work. */
export function OldSiteActs({ site, changed }: Props) {
  const { id, canStart, canResume, canUndo, counts, state, options } = site
  const starting = useSubmit('POST /staff/old-site/start')
  const resuming = useSubmit('POST /staff/old-site/resume')
  const act = async ({ submit }: typeof starting | typeof resuming) => {
    await submit({ id })
    changed()
  }
  return (
    <>
      <Problem>{(starting.error ?? resuming.error)?.message}</Problem>
      {(canResume || canStart || canUndo) && (
        <div className="form-actions">
          {canResume ? (
            <Button type="primary" size="large" loading={resuming.busy} onClick={() => void act(resuming)}>
              继续
            </Button>
          ) : (
            canStart && (
              <Button type="primary" size="large" loading={starting.busy} onClick={() => void act(starting)}>
                导入 {withCommas(counts.new)} 篇{options.publish ? '并发布' : '，存为草稿'}
              </Button>
            )
          )}
          {canUndo && <Undo site={site} changed={changed} />}
        </div>
      )}
      {state === 'checked' && counts.new === 0 && <p>没有可以导入的页面：请查看下面的问题，修改规则后重新预览。</p>}
    </>
  )
}

const Undo = ({ site: { id, imported }, changed }: Props) => (
  <UndoImport
    name="撤销导入"
    consequence={`将删除导入的 ${withCommas(imported)} 篇文章及其图片、附件，旧网址不再转到这里。有一篇在导入后修改过，就全部不撤销。`}
    undo={() => browserApi('POST /staff/old-site/undo', { id })}
    changed={changed}
    unit="文章"
  >
    {obstacles => (
      <Table
        caption="不能撤销的文章"
        rows={obstacles}
        keyOf={({ articleId }) => articleId}
        columns={[
          { name: '文章', cell: one => <Link to={`/staff/articles/${one.articleId}`}>{one.title}</Link> },
          { name: '旧网址', cell: ({ address }) => <span className="old-site-address">{address}</span> },
          { name: '原因', cell: ({ why }) => why },
        ]}
      />
    )}
  </UndoImport>
)
