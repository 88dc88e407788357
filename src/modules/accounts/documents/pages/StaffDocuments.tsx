import './documents.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { SiteConfig } from '#layouts/head.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay, minute, shortDay } from '#lib/dates.ts'
import type { DocumentName } from '#modules/accounts/documentNames.ts'
import { Removal } from '#modules/settings/pages/Removal.tsx'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { States } from '#ui/States.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { TextComparison } from '#ui/table/TextComparison.tsx'
import { plainText, sectionsOf } from '../documentText.ts'
import type { Route } from './+types/StaffDocuments'
import { Sections } from './Sections.tsx'

export { staffDocuments as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/document/list', {}))

export type Desk = Output<ApiContract['GET /staff/document/list']>
export type EditedDocument = Desk['documents'][number]
export type Published = EditedDocument['published'][number]

/** The privacy policy and the terms: what is in force, what was, and what is being written. */
export default function StaffDocuments({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const [said, say] = useState('')
  const done = (words: string) => {
    say(words)
    answer.reload()
  }
  return (
    <>
      <p>
        发布后的版本不能再改，要改就发布新的版本。会员注册时同意当时的现行版本；新版本需要重新征得同意的，施行后会员登录时先阅读并同意，才能继续办理。
      </p>
      <States answer={answer}>
        {({ fields, documents }) =>
          documents.map(of => (
            <DocumentCard key={of.document} of={of} fields={fields} reload={answer.reload} done={done} />
          ))
        }
      </States>
      <SiteHistory objectType="documentDraft" seen={answer.data} done={answer.reload} />
      <StatusMessage>{said}</StatusMessage>
    </>
  )
}

type Props = { of: EditedDocument; fields: Desk['fields']; reload: () => void; done: (words: string) => void }

function DocumentCard({ of, fields, reload, done }: Props) {
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

type DraftPreviewProps = { document: DocumentName; text: string; against: Published | undefined }

/** Shows the draft as readers will see it, and its differences from the version in force. */
function DraftPreview({ document, text, against }: DraftPreviewProps) {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const { data } = useApi('GET /staff/document/detail', against ? { id: against.id } : null)
  return (
    <div className="document-views">
      <details>
        <summary>预览</summary>
        <div className="document-preview" data-document={document}>
          <Sections of={sectionsOf(text, association)} level={4} />
        </div>
      </details>
      {data && (
        <details>
          <summary>与现行版本 {data.version} 比较</summary>
          <div className="comparison">
            <TextComparison
              before={data.plain}
              after={plainText(text, association)}
              titles={[`版本 ${data.version}`, '草稿']}
              same="文字与现行版本相同。"
            />
          </div>
        </details>
      )}
    </div>
  )
}

type DraftActsProps = { of: EditedDocument; done: (words: string) => void }

function DraftActs({ of: { id, name, version, values }, done }: DraftActsProps) {
  const [asked, ask] = useState<'publish' | 'discard'>()
  const close = () => ask(undefined)
  const publish = async () => {
    await browserApi('POST /staff/document/publish', { id, version })
    done(`${name} ${values.version} 已发布`)
  }
  const from = typeof values.effectiveOn === 'string' ? longDay(values.effectiveOn) : undefined
  return (
    <div className="form-actions">
      <Button type="primary" onClick={() => ask('publish')}>
        发布草稿<span className="hidden-text">：{name}</span>
      </Button>
      <Button onClick={() => ask('discard')}>
        放弃草稿<span className="hidden-text">：{name}</span>
      </Button>
      {asked === 'publish' && (
        <FormDialog
          title={`发布${name}`}
          action="发布"
          send={publish}
          close={close}
          intro={
            <>
              <p>
                版本 {String(values.version)}，{from ? `自${from}起施行` : '还没有填写施行日期'}
                。发布后任何人都可以看到，不能再改。
              </p>
              <p>
                {values.needsConsent === 'yes'
                  ? '施行后，每位会员下次登录时须阅读并同意，同意之前不能继续办理。'
                  : '不重新征得同意，会员不会收到提示。'}
              </p>
            </>
          }
        />
      )}
      <Removal
        title="放弃草稿"
        of={asked === 'discard' ? { name: `${name}的草稿` } : undefined}
        consequence="写好的内容不再保留，已发布的版本不受影响。"
        remove={() => browserApi('POST /staff/document/discard', { id, version })}
        done={draft => {
          close()
          done(`${draft.name}已放弃`)
        }}
        close={close}
      />
    </div>
  )
}

type VersionsProps = { name: string; published: Published[] }
const tones = { coming: 'water', current: 'good', former: 'plain' } as const

function Versions({ name, published }: VersionsProps) {
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
