import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { TextComparison } from '#ui/table/TextComparison.tsx'
import { Sections } from './Sections.tsx'
import type { Published } from './StaffDocuments.tsx'

type Props = { name: string; published: Published[] }
const tones = { coming: 'water', current: 'good', former: 'plain' } as const

/** All that was published, the newest first. */
export function Versions({ name, published }: Props) {
  const [shown, show] = useState<Published>()
  return (
    <>
      <Table
        caption={`${name}的各个版本`}
        rows={published}
        columns={[
          { name: '版本', cell: ({ version }) => version, nowrap: true },
          { name: '状态', cell: row => <StateTag of={row} tones={tones} />, nowrap: true },
          { name: '施行日期', cell: ({ effectiveOn }) => shortDay(effectiveOn), nowrap: true },
          {
            name: '重新征得同意',
            cell: of => (of === published.at(-1) ? '首个版本' : of.needsConsent ? '需要' : '不需要'),
          },
          { name: '同意人数', isFigure: true, cell: ({ consents }) => consents },
          {
            name: '发布',
            cell: ({ publishedBy, publishedAt }) =>
              publishedBy ? `${publishedBy} ${minute(publishedAt)}` : '程序自带',
          },
          {
            name: '操作',
            nowrap: true,
            cell: of => (
              <Button onClick={() => show(of)}>
                查看
                <span className="hidden-text">
                  {name} {of.version}
                </span>
              </Button>
            ),
          },
        ]}
      />
      <Modal
        title={shown && `${shown.title} ${shown.version}`}
        open={shown !== undefined}
        onCancel={() => show(undefined)}
        footer={null}
        width="min(60rem, 100vw - 1rem)"
        destroyOnHidden
      >
        {shown && <Version id={shown.id} />}
      </Modal>
    </>
  )
}

function Version({ id }: { id: number }) {
  const answer = useApi('GET /staff/document/detail', { id })
  return (
    <States answer={answer}>
      {({ version, summary, sections, plain, before }) => (
        <div className="document-views">
          {summary && <p className="document-change">{summary}</p>}
          {before && (
            <details>
              <summary>与上一版 {before.version} 比较</summary>
              <div className="comparison">
                <TextComparison
                  before={before.plain}
                  after={plain}
                  titles={[`版本 ${before.version}`, `版本 ${version}`]}
                  same="文字与上一版相同。"
                />
              </div>
            </details>
          )}
          <Sections of={sections} level={4} />
        </div>
      )}
    </States>
  )
}
