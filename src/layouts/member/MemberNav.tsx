import './memberSheet.css'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useSignedIn } from '#api/useSignedIn.ts'
import { Icon } from '#ui/Icon.tsx'
import { memberNavigation } from '../../memberNavigation.ts'
import { matchesName } from '../menu/spelling.ts'
import type { MemberEntry, MemberGroup } from '../screen.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useCountInTitle, useUnread, useUnreadPoll } from '../unread.ts'
import { useInUse } from '../useParts.ts'
import { MemberAreas, MemberEntries, memberScreens } from './MemberEntries.tsx'

/** Down the side on wide screens; on phones behind one button. Real links, so that it works before anything is loaded. */
export function MemberNav() {
  const { pathname } = useLocation()
  const unread = useUnread('member')
  const signedIn = useSignedIn()
  useUnreadPoll('member', signedIn, pathname)
  const isJudge = useIsJudge(signedIn)
  useCountInTitle(unread)
  const groups = groupsOf(useInUse(memberScreens).filter(({ only }) => isJudge || !only))
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is changes with the address
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!current) return
    const box = list.current!
    const [entry, shown] = [current.getBoundingClientRect(), box.getBoundingClientRect()]
    box.scrollLeft += entry.left - shown.left - 16
    if (entry.top < shown.top || entry.bottom > shown.bottom)
      box.scrollTop += entry.top - shown.top - (shown.height - entry.height) / 2
  }, [pathname])
  return (
    <>
      <nav className="centre-nav" aria-label="会员中心" ref={list}>
        <MemberAreas groups={groups} unread={unread} />
      </nav>
      <MemberSheet groups={groups} unread={unread} />
    </>
  )
}

/** The menu with these screens alone; an area or a group without any is not shown. */
const groupsOf = (shown: readonly MemberEntry[], groups = memberNavigation): MemberGroup[] =>
  groups
    .map(({ name, areas }) => ({
      name,
      areas: areas
        .map(area => ({ ...area, screens: area.screens.filter(screen => shown.includes(screen)) }))
        .filter(({ screens }) => screens.length > 0),
    }))
    .filter(({ areas }) => areas.length > 0)

/**
 * Reports whether the member is a judge of awards; asked once per sign-in, for the navigation entry that only judges
 * have.
 */
function useIsJudge(signedIn: boolean): boolean {
  const [isJudge, setJudge] = useState(false)
  useEffect(() => {
    setJudge(false)
    if (!signedIn) return
    let current = true
    browserApi('GET /award/scoring/mine', {}).then(
      ({ isExpert }) => current && setJudge(isExpert),
      () => {}, // As with unread messages: what a refused session means, browser.ts has seen to.
    )
    return () => {
      current = false
    }
  }, [signedIn])
  return isJudge
}

type Props = { groups: MemberGroup[]; unread: number | undefined }

/** Navigation on phones: one button opens a sheet from below with all screens, searchable by name. */
function MemberSheet({ groups, unread }: Props) {
  const sheet = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const id = useId()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const close = () => sheet.current!.close()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when one has gone somewhere
  useEffect(close, [pathname])
  const open = () => {
    setTyped('')
    sheet.current!.showModal()
    sheet.current!.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }
  const wanted = typed.toLowerCase().replace(/\s/g, '')
  const shown =
    wanted === ''
      ? groups
      : groupsOf(
          memberScreens.filter(({ name }) => matchesName(name, wanted)),
          groups,
        )
  const first = shown[0]?.areas[0]?.screens[0]
  return (
    <>
      <button type="button" className="centre-menu" aria-haspopup="dialog" onClick={open}>
        <Icon name="menu" size={20} />
        会员中心菜单
        <UnreadBadge count={unread} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as every dialog */}
      <dialog
        ref={sheet}
        className="centre-sheet"
        aria-labelledby={id}
        onClick={event => event.target === sheet.current && close()}
      >
        <div>
          <header>
            <h2 id={id}>会员中心</h2>
            <button type="button" aria-label="关闭菜单" onClick={close}>
              <Icon name="close" size={22} />
            </button>
          </header>
          <search>
            <form
              onSubmit={event => {
                event.preventDefault()
                if (wanted === '' || !first) return
                close()
                void navigate(first.to)
              }}
            >
              <input
                type="search"
                className="text-input"
                aria-label="查找会员中心的页面"
                placeholder="查找，可用拼音首字母"
                autoComplete="off"
                maxLength={20}
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            </form>
          </search>
          <MemberEntries groups={shown} unread={unread} />
          {shown.length === 0 && <p role="status">没有叫“{typed.trim()}”的页面</p>}
        </div>
      </dialog>
    </>
  )
}
