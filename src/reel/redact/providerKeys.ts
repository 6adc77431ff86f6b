import { hasDigitAndLetter, pattern, type Rule } from './rule.ts';

/** A key that begins with what its provider gave all of its keys. */
function key(name: string, source: RegExp): Rule {
  return pattern(`key: ${name}`, source, { accept: hasDigitAndLetter });
}

/** Keys and tokens that can be told by their look, whatever stands around them. */
export const providerKeys: readonly Rule[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, Langfuse and others.
  key('sk-', /(?<![A-Za-z0-9])[ps]k-[A-Za-z0-9_-]{16,}/),
  key('Google', /AIza[A-Za-z0-9_-]{30,}|(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}/),
  key('Google', /(?<![A-Za-z0-9/])1\/\/0[A-Za-z0-9_-]{20,}/),
  pattern('key: AWS', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|ANVA)[A-Z0-9]{16}(?![A-Za-z0-9])/),
  key('GitHub', /gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}/),
  key('GitLab', /(?<![A-Za-z0-9])gl(?:pat|dt|ft|oas|rt|soat|agent|ptt|imt|cbt|ffct)-[A-Za-z0-9_.-]{16,}/),
  key('Slack', /(?<![A-Za-z0-9])xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{20,}/),
  key('web hook', /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_-]{16,}/),
  key('web hook', /(?<=discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9/_-]{20,}/),
  key('npm', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/),
  key('Stripe', /(?<![A-Za-z0-9])(?:[prs]k_(?:live|test|org)_|whsec_)[A-Za-z0-9]{10,}/),
  key('Hugging Face', /(?<![A-Za-z0-9])(?:hf|api_org)_[A-Za-z0-9]{20,}/),
  key('SendGrid', /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{20,}/),
  key('Twilio', /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/),
  key('Telegram', /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{32,}/),
  key('PyPI', /pypi-[A-Za-z0-9_-]{40,}/),
  key('Atlassian', /ATATT3[A-Za-z0-9_=-]{40,}/),
  key('Vault', /(?<![A-Za-z0-9.])hv[sbr]\.[A-Za-z0-9_-]{20,}/),
  key('Databricks', /(?<![A-Za-z0-9])dapi[0-9a-f]{32}/),
  key('age', /AGE-SECRET-KEY-1[A-Z0-9]{40,}/),
  key(
    'with a prefix',
    // Groq, xAI, Perplexity, Tavily, Replicate, ElevenLabs, Cerebras, NVIDIA, Fireworks, E2B, Jina, Firecrawl, Exa.
    /(?<![A-Za-z0-9])(?:gsk_|xai-|pplx-|tvly-|r8_|sk_|csk-|nvapi-|fw_|e2b_|jina_|fc-)[A-Za-z0-9_-]{20,}/,
  ),
  key(
    'with a prefix',
    // LangSmith, Linear, Notion, DigitalOcean, Shopify, Supabase, Doppler, Sentry, Grafana, Postman, Figma, Docker, and so on.
    /(?<![A-Za-z0-9])(?:lsv2_[a-z]{2}_|lin_(?:api|oauth)_|ntn_|secret_|do[opr]_v1_|shp(?:at|ca|pa|ss)_|sbp_|dp\.[a-z]{2,5}\.|sntry[a-z]_|glsa_|PMAK-|fig[a-z]_|dckr_[a-z]{3}_|NRAK-|CCIPAT_|bkua_|rnd_|tfp_|fm2_|ops_)[A-Za-z0-9_./+-]{20,}/,
  ),
  pattern('JSON web token', /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,8192}(?:\.[A-Za-z0-9_-]{0,16384}){2,4}/),
];
