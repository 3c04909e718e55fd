/** Topic of notices: this process serves another platform from now on; the text is its hash. */
export const PLATFORM_TOPIC = 'platform'
