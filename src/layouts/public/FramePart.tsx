import { createContext, type ReactNode, use } from 'react'

/** While the server renders a page whose frame was drawn before (`keptFrame.ts`): what marks the parts that are left out. */
export const FrameMark = createContext<string | undefined>(undefined)

/** A part of what stands around every public page. */
export function FramePart({ name, children }: { name: 'header' | 'side' | 'footer'; children: ReactNode }) {
  const mark = use(FrameMark)
  return mark ? <i data-part={`${mark} ${name}`} /> : children
}
