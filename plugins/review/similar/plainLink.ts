/** An external link without what leads to the same page anyway: scheme, `www.`, fragment, trailing slash, marks of campaigns, order of parameters. Null for what is no
 *  address of the web. */
const CAMPAIGN = /^(utm_\w+|spm|spm_id_from|from|share_\w+|vd_source|fbclid|gclid)$/i

export function plainLink(link: string): string | null {
  const url = URL.parse(link.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const parameters = [...url.searchParams].filter(([name]) => !CAMPAIGN.test(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  const query = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${query}`
}
