import { Api } from './api.ts';
import type { LeadlineOptions } from './options.ts';
import { Account } from './resources/account.ts';
import { Crm } from './resources/crm.ts';
import { Imports } from './resources/imports.ts';
import { Leads } from './resources/leads.ts';
import { Model } from './resources/model.ts';
import { Privacy } from './resources/privacy.ts';
import { Routing } from './resources/routing.ts';
import { Settings } from './resources/settings.ts';
import { Views } from './resources/views.ts';
import { Webhooks } from './resources/webhooks.ts';

/** `const leadline = new Leadline({ url: 'https://leads.example.com', key: 'll_live_…' })` */
export class Leadline {
  readonly leads: Leads;
  readonly imports: Imports;
  readonly webhooks: Webhooks;
  readonly settings: Settings;
  readonly model: Model;
  readonly routing: Routing;
  readonly crm: Crm;
  readonly views: Views;
  readonly privacy: Privacy;
  readonly account: Account;

  constructor(options: LeadlineOptions) {
    const api = new Api(options);
    this.leads = new Leads(api);
    this.imports = new Imports(api);
    this.webhooks = new Webhooks(api);
    this.settings = new Settings(api);
    this.model = new Model(api);
    this.routing = new Routing(api);
    this.crm = new Crm(api);
    this.views = new Views(api);
    this.privacy = new Privacy(api);
    this.account = new Account(api);
  }
}
