import { type ComponentType, createContext } from 'react'

/** The head of a page, and what it begins with in a browser: other ones of a document than of a screen. */
export type PageParts = { Head: ComponentType<{ theme: string | undefined }>; Scripts: ComponentType }

export const PageParts = createContext<PageParts>({ Head: () => null, Scripts: () => null })
