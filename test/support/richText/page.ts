import { JSDOM } from 'jsdom'

const { DOMParser } = new JSDOM().window

/** A page as a browser would read it, for what works on its elements. */
export const pageOf = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')
