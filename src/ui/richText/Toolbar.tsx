import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'
import type { Formats } from './formats.ts'
import { mayRun, type TableCommand, type TableState, tableTools } from './tableTools.ts'
import { type Choice, type Command, groups, type Toggle } from './tools.ts'
import './toolbar.css'

type Props = {
  bar: RefObject<HTMLDivElement | null>
  /** Id of the editable text; undefined until the editor has loaded, for no element has the id before. */
  controls: string | undefined
  formats: Formats
  table: TableState | null
  onFormat: (format: string, value: string | boolean) => void
  onCommand: (run: Command['run']) => void
  onTable: (run: TableCommand) => void
}

/** A single tab stop; arrow keys move between the controls. */
export function Toolbar({ bar, controls, formats, table, onFormat, onCommand, onTable }: Props) {
  // The tools for tables come and go.
  useEffect(() => {
    const all = controlsOf(bar.current!)
    const stop = all.find(control => control.hasAttribute('data-stop')) ?? all[0]!
    for (const control of all) setStop(control, control === stop)
  })
  return (
    <div
      ref={bar}
      className="rich-toolbar"
      role="toolbar"
      aria-label="排版工具，用左右方向键移动"
      aria-controls={controls}
      onKeyDown={move}
      onFocus={stopHere}
    >
      {groups.map(({ name, toggles = [], choices = [], commands = [] }) => (
        <fieldset key={name} className="rich-group" aria-label={name}>
          {toggles.map(tool => (
            <ToggleButton key={tool.key} tool={tool} current={formats[tool.format]} onFormat={onFormat} />
          ))}
          {commands.map(({ key, run, name, icon }) => (
            <IconButton
              key={key}
              name={name}
              icon={icon}
              onClick={() => onCommand(run)}
              pressed={run === 'link' ? Boolean(formats.link) : undefined}
              disabled={run === 'table' && table?.inside}
            />
          ))}
          {choices.map(choice => (
            <ChoiceList key={choice.format} choice={choice} current={formats[choice.format]} onFormat={onFormat} />
          ))}
        </fieldset>
      ))}
      {table?.any && (
        <fieldset className="rich-group" aria-label="表格">
          {tableTools.map(({ run, name, icon }) => (
            <IconButton
              key={run}
              name={name}
              icon={icon}
              onClick={() => onTable(run)}
              pressed={run === 'toggleHeaderRow' ? table.hasHead : undefined}
              disabled={!mayRun(run, table)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

function ToggleButton({ tool, current, onFormat }: { tool: Toggle; current: unknown } & Pick<Props, 'onFormat'>) {
  const pressed = current === tool.value || (tool.value === true && Boolean(current))
  return (
    <IconButton
      name={tool.name}
      icon={tool.icon}
      pressed={pressed}
      onClick={() => onFormat(tool.format, pressed ? false : tool.value)}
    />
  )
}

type ButtonProps = {
  name: string
  icon: string
  pressed?: boolean | undefined
  disabled?: boolean | undefined
  onClick: () => void
}

const IconButton = ({ name, icon, pressed, disabled, onClick }: ButtonProps) => (
  <button
    type="button"
    title={name}
    aria-label={name}
    aria-pressed={pressed}
    // The arrow keys still come past it, and what it does is heard.
    aria-disabled={disabled || undefined}
    // The selection in the text stays where it is.
    onMouseDown={event => event.preventDefault()}
    onClick={disabled ? undefined : onClick}
  >
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d={icon} />
    </svg>
  </button>
)

function ChoiceList({ choice, current, onFormat }: { choice: Choice; current: unknown } & Pick<Props, 'onFormat'>) {
  const value = current === undefined || current === null || Array.isArray(current) ? '' : String(current)
  const known = choice.options.some(([code]) => code === value)
  return (
    <select
      title={choice.name}
      aria-label={choice.name}
      value={known ? value : 'other'}
      onChange={event => onFormat(choice.format, event.target.value || false)}
    >
      {!known && <option value="other">其他</option>}
      {choice.options.map(([code, name]) => (
        <option key={code} value={code}>
          {/^(color|background)$/.test(choice.format) ? `${choice.name}：${name}` : name}
        </option>
      ))}
    </select>
  )
}

const controlsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLElement>('button, select')]

function move(event: KeyboardEvent<HTMLDivElement>) {
  const all = controlsOf(event.currentTarget)
  const at = all.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  all[(to + all.length) % all.length]!.focus()
}

function stopHere({ currentTarget, target }: FocusEvent<HTMLDivElement>) {
  for (const control of controlsOf(currentTarget)) setStop(control, control === target)
}

function setStop(control: HTMLElement, isStop: boolean) {
  control.tabIndex = isStop ? 0 : -1
  control.toggleAttribute('data-stop', isStop)
}
