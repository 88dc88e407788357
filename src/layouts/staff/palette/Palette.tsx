import './palette.css'
import { Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { isSearchable } from '#modules/search/isSearchable.ts'
import { useOwnEntries } from '../ownEntries.ts'
import { useStaff } from '../staff.ts'
import { type Choice, type Choices, findEntries, toChoices } from './choices.ts'

/** The search of the back office: a combobox of WAI-ARIA in a dialog. What was chosen last stands there first. */
export function Palette({ close }: { close: () => void }) {
  const { id } = useStaff()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const { groups, news } = useChoices(id, typed)
  const all = groups.flatMap(({ choices }) => choices)
  const [active, setActive] = useState(0)
  const field = useRef<HTMLInputElement>(null)

  const choose = ({ title, kind, route }: Choice) => {
    if (kind !== '列表') noteRecent(id, { title, kind, route })
    close()
    navigate(route)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (all.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + all.length) % all.length)
    else if (event.key === 'Enter') choose(all[active] ?? all[0]!)
    else return
    event.preventDefault()
  }
  const listId = useId()
  const current = all[active] ? `${listId}${active}` : undefined
  useEffect(() => {
    if (current) document.getElementById(current)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <Modal
      title="搜索后台"
      open={isOpen}
      onCancel={() => setOpen(false)}
      afterClose={close}
      footer={null}
      width="min(44rem, 100vw - 1rem)"
      style={{ top: 'min(12vh, 6rem)' }}
      afterOpenChange={isOpen => isOpen && field.current?.focus()}
    >
      <input
        ref={field}
        type="search"
        role="combobox"
        className="text-input"
        aria-label="单位、会员、人员、证书、申请、培训班、文章、页面或操作"
        placeholder="名称、简称、拼音、编号，或要办的事"
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-activedescendant={current}
        autoComplete="off"
        maxLength={50}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className="palette" role="listbox" aria-label="找到的">
        {groups.map(group => (
          <Options key={group.name} group={group} listId={listId} all={all} active={active} choose={choose} />
        ))}
      </div>
      <p className="palette-news" role="status">
        {news}
      </p>
    </Modal>
  )
}

function useChoices(staffId: number, typed: string): { groups: Choices[]; news: string } {
  const entries = useOwnEntries()
  const key = typed.trim()
  const { groups, waiting, problem } = useFound(key)
  if (key === '') {
    const recent = readRecent(staffId).map(one => ({ ...one, about: one.kind }))
    const news = recent.length > 0 ? '输入文字查找，上下键选择，回车打开' : '输入名称、拼音或编号；打开过的会列在这里'
    return { groups: recent.length > 0 ? [{ name: '最近打开', choices: recent }] : [], news }
  }
  const found = [...findEntries(entries, key), ...groups.map(group => toChoices(group, key))]
  const count = found.reduce((sum, { choices }) => sum + choices.length, 0)
  if (problem) return { groups: found, news: problem }
  if (waiting) return { groups: found, news: '正在查找…' }
  const nothing = '没有找到。人员须输入完整的姓名、手机或证件号码，证书输入编号的前几位'
  return { groups: found, news: count > 0 ? `${count} 条，上下键选择，回车打开` : nothing }
}

type OptionsProps = { group: Choices; listId: string; all: Choice[]; active: number; choose: (of: Choice) => void }

const Options = ({ group, listId, all, active, choose }: OptionsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: within a list box a group is no set of fields
  <div role="group" aria-label={group.name}>
    <p aria-hidden="true">{group.name}</p>
    {group.choices.map(choice => {
      const index = all.indexOf(choice)
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which keeps the focus, takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={`${choice.kind} ${choice.route}`}
          id={`${listId}${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={event => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          <span>{choice.title}</span>
          <small>{choice.about}</small>
        </div>
      )
    })}
  </div>
)

/** Recent choices, newest first, kept in this browser per account. Of a record only its name is kept. */
type Recent = { title: string; kind: string; route: string }

const MAX_RECENT = 8
const keyOf = (staffId: number) => `recent:staff ${staffId}`

function readRecent(staffId: number): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(staffId)) ?? '[]')
  } catch {
    return []
  }
}

function noteRecent(staffId: number, chosen: Recent): void {
  const others = readRecent(staffId).filter(({ route }) => route !== chosen.route)
  try {
    localStorage.setItem(keyOf(staffId), JSON.stringify([chosen, ...others].slice(0, MAX_RECENT)))
  } catch {}
}

type Found = Output<ApiContract['GET /staff/find']>
type State = { asked: string; groups: Found; problem: string | undefined }

/** Delay in ms before the query, so that typing on sends none. */
const QUERY_DELAY_MS = 120
const NOTHING: State = { asked: '', groups: [], problem: undefined }

/** Searches on the server. A newer query aborts the older one, whose results stay until the new ones arrive. */
function useFound(typed: string): State & { waiting: boolean } {
  const [state, setState] = useState(NOTHING)
  const isAsked = isSearchable(typed)
  useEffect(() => {
    if (!isAsked) return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const answered = await browserApi('GET /staff/find', { key: typed }, asking.signal).then(
        groups => ({ asked: typed, groups, problem: undefined }),
        error => ({ asked: typed, groups: [], problem: toRefusal(error).message }),
      )
      if (!asking.signal.aborted) setState(answered)
    }, QUERY_DELAY_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [typed, isAsked])
  return isAsked ? { ...state, waiting: state.asked !== typed } : { ...NOTHING, waiting: false }
}
