import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DraftActs } from './DraftActs.tsx'
import { DraftPreview } from './DraftPreview.tsx'
import type { Desk, Kept } from './StaffDocuments.tsx'
import { Versions } from './Versions.tsx'

type Props = { of: Kept; fields: Desk['fields']; reload: () => void; done: (words: string) => void }

/** One document: its draft, and all that was published. */
export function DocumentCard({ of, fields, reload, done }: Props) {
  const { id, name, values, version, isDraft, published } = of
  const [isOpen, open] = useState(false)
  const inForce = published.find(({ state }) => state === 'current')
  return (
    <section className="desk-card document-card" aria-label={name}>
      <div className="desk-card-head">
        <h2>
          {name} {isDraft && <Tag tone="warn">有草稿</Tag>}
        </h2>
        {!isOpen && (
          <Button onClick={() => open(true)}>
            {isDraft ? '修改草稿' : '起草新版本'}
            <span className="hidden-text">：{name}</span>
          </Button>
        )}
      </div>
      {isOpen ? (
        <RecordForm
          fields={fields}
          values={values}
          version={version}
          reload={reload}
          onCancel={() => open(false)}
          save={async (form, seen) => {
            await browserApi('POST /staff/document/save', { id, form, version: seen })
            open(false)
            done(`${name}的草稿已保存`)
          }}
        >
          {typed => <DraftPreview document={of.document} text={String(typed.text ?? '')} against={inForce} />}
        </RecordForm>
      ) : (
        isDraft && <DraftActs of={of} done={done} />
      )}
      <Versions name={name} published={published} />
    </section>
  )
}
