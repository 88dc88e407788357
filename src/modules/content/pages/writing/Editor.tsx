import '#ui/form/form.css'
import './writing.css'
import { Button, Tabs } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { replaceAddress } from '#layouts/screenAddress.ts'
import type { Refusal } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { type Drafting, useDraft } from '#ui/form/useDraft.ts'
import { States } from '#ui/States.tsx'
import { type ArticleValues, emptyArticle, labels } from '../../articleValues.ts'
import { useWords } from '../../words/pages/useWords.ts'
import { ArticleActs, type Work } from './ArticleActs.tsx'
import { ArticleFields } from './ArticleFields.tsx'
import { ArticleStatus } from './ArticleStatus.tsx'
import { createArticle, registerEditor } from './articleCreation.ts'
import { Comparison } from './Comparison.tsx'
import { Preview } from './Preview.tsx'
import { Versions } from './Versions.tsx'
import { fromForm, type Name, toForm } from './values.ts'

type Column = { id: number; name: string; hidden: boolean }
type Props = { work: Work | undefined; columns: readonly Column[]; said: string; done: (said: string) => void }

/** Editor of a new or existing article: saves automatically, shows a preview and starts the workflow actions. */
export function Editor({ work, columns, said, done }: Props) {
  const canEdit = work?.canEdit ?? true
  const { draft, type, idOf } = useWriting(work)
  const [tab, setTab] = useState(canEdit ? 'write' : 'preview')
  const [refusal, setRefusal] = useState<Refusal>()
  const [known, setKnown] = useState<UploadedFile[]>(filesOf(work))
  const values = work && !canEdit ? work.values : fromForm(draft.values)
  const names = new Map(columns.map(column => [column.id, column.name]))
  const errors: FieldErrors = refusal?.fields ?? {}
  const found = useWords(work?.id, work && canEdit ? draft.version : work?.version)

  const change = (part: Partial<ArticleValues>) => type(toForm({ ...fromForm(draft.get().values), ...part }))
  const settle = async () => {
    setRefusal(undefined)
    if (work && !canEdit) return { version: work.version }
    await draft.flush()
    const { status, version } = draft.get()
    return status === 'conflict' || status === 'failed' ? undefined : { version }
  }
  const finish = (what: string) => {
    draft.finish()
    done(what)
  }
  const refused = (error: Refusal) => {
    setRefusal(error)
    if (error.fields) setTab('write')
  }
  const savePoint = async () => {
    const seen = await settle()
    const id = idOf()
    if (!seen || id === undefined) return
    try {
      await browserApi('POST /staff/article/save', {
        id,
        version: seen.version,
        values: fromForm(draft.get().values),
        point: true,
      })
      finish('已保存为一个版本')
    } catch (error) {
      refused(toRefusal(error))
    }
  }
  useSaveByKey(canEdit ? savePoint : undefined)

  return (
    <>
      <section className="desk-card writing-head" aria-label="状态与操作">
        {work ? (
          <ArticleStatus work={work} said={said} />
        ) : (
          <p>新文章：写下内容即自动保存为草稿；什么都没有写就离开，不会留下文章。</p>
        )}
        {canEdit && draft.status !== 'conflict' && <SaveState draft={draft} />}
        {work && draft.status === 'conflict' && (
          <p className="save-state" data-status="failed">
            {draft.message ?? '这篇文章已由他人修改'}，您写的仍在这里，没有丢失。
            <a href={`#${CONFLICT}`}>比较两份，选一份</a>
          </p>
        )}
        {work && (
          <ArticleActs
            work={work}
            values={values}
            found={found}
            settle={settle}
            refused={refused}
            done={finish}
            savePoint={canEdit ? () => void savePoint() : undefined}
          />
        )}
        {refusal && Object.keys(errors).length === 0 && <Problem>{refusal.message}</Problem>}
      </section>
      {work && draft.status === 'conflict' && <Conflict id={work.id} draft={draft} columns={names} />}
      <section className="desk-card" aria-label="文章">
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            ...(canEdit
              ? [
                  {
                    key: 'write',
                    label: '编辑',
                    children: (
                      <form className="writing-form" noValidate onSubmit={event => event.preventDefault()}>
                        <ErrorSummary errors={errors} labelOf={name => labels[name as Name] ?? ''} />
                        <ArticleFields
                          values={values}
                          errors={errors}
                          columns={columns}
                          known={known}
                          found={found}
                          onChange={change}
                          learn={file => setKnown(all => [file, ...all.filter(one => one.id !== file.id)])}
                        />
                      </form>
                    ),
                  },
                ]
              : []),
            {
              key: 'preview',
              label: '预览',
              destroyOnHidden: true,
              children: <Preview values={values} known={known} />,
            },
            ...(work
              ? [
                  {
                    key: 'versions',
                    label: '版本',
                    destroyOnHidden: true,
                    children: (
                      <Versions
                        id={work.id}
                        values={values}
                        settle={settle}
                        mayRestore={canEdit}
                        columns={names}
                        done={finish}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </section>
    </>
  )
}

const filesOf = (work: Work | undefined): UploadedFile[] =>
  work ? [...work.files, ...(work.cover ? [work.cover] : [])] : []

/** Ctrl+S, as everywhere. */
function useSaveByKey(save: (() => Promise<void>) | undefined) {
  useEffect(() => {
    if (!save) return
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [save])
}

/** Address of both texts on this page. */
const CONFLICT = 'conflict'

type ConflictProps = { id: number; draft: Drafting; columns: ReadonlyMap<number, string> }

/** Conflict dialog: somebody else has saved meanwhile. Shows both texts; the one not taken is kept as a version. */
function Conflict({ id, draft, columns }: ConflictProps) {
  const theirs = useApi('GET /staff/article/detail', { id })
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const mine = fromForm(draft.values)
  const settle = (act: () => Promise<unknown>) => {
    setState({ busy: true })
    act().then(
      () => setState({ busy: false }),
      error => setState({ busy: false, problem: toRefusal(error).message }),
    )
  }
  return (
    <section id={CONFLICT} className="desk-card writing-conflict" role="alert" aria-label="两人同时修改">
      <h2>{draft.message ?? '这篇文章已由他人修改'}</h2>
      <p>您的修改还没有保存。下面左边是对方的，右边是您的；没有选用的一份会留在“版本”里。</p>
      <States answer={theirs}>
        {({ values, version }) => (
          <>
            <p className="form-actions">
              <Button
                loading={state.busy}
                onClick={() =>
                  settle(async () => {
                    await browserApi('POST /staff/article/aside', { id, values: mine })
                    draft.take(toForm(values), version)
                  })
                }
              >
                采用对方的
              </Button>
              <Button loading={state.busy} onClick={() => settle(draft.overwrite)}>
                保留我的
              </Button>
            </p>
            <Problem>{state.problem}</Problem>
            <Comparison before={values} after={mine} titles={['对方的', '我的']} columns={columns} />
          </>
        )}
      </States>
    </section>
  )
}

/**
 * State of the editor with automatic saving. The first save with content creates the article and moves to its address
 * without remounting the editor.
 */
function useWriting(work: Work | undefined) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [start] = useState(() => work?.values ?? blank(query.get('catalogId')))
  const id = useRef(work?.id)
  const [editor] = useState({})
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    if (id.current === undefined) registerEditor(editor)
    return () => {
      isHere.current = false
    }
  }, [editor])
  const draft = useDraft({
    id: work ? keyOf(work.id) : 'article new',
    values: toForm(start),
    version: work?.version,
    save: async (values, version) => {
      if (id.current !== undefined)
        return browserApi('POST /staff/article/save', { id: id.current, version, values: fromForm(values) })
      const made = await createArticle(editor, fromForm(values))
      id.current = made.id
      draft.rename(keyOf(made.id))
      if (isHere.current) void navigate(`/staff/articles/${made.id}`, replaceAddress())
      return made
    },
  })
  const type = (values: FormValues) => {
    const isNothing = id.current === undefined && draft.get().status !== 'saving' && isBlank(values, toForm(start))
    if (isNothing) draft.take(values, undefined)
    else draft.change(values)
  }
  return { draft, type, idOf: () => id.current }
}

const keyOf = (id: number) => `article ${id}`

const blank = (catalogId: string | null): ArticleValues => ({
  ...emptyArticle,
  catalogId: /^\d+$/.test(catalogId ?? '') ? Number(catalogId) : null,
})

/** Returns whether nothing but empty paragraphs was added to the initial values. */
const isBlank = ({ content, ...rest }: FormValues, { content: _, ...start }: FormValues) =>
  String(content).replace(/<\/?p[^>]*>|<br ?\/?>|&nbsp;|\s/g, '') === '' &&
  JSON.stringify(rest) === JSON.stringify(start)
