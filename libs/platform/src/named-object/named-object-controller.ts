import { Controller, type FactoryProvider, Inject, type InjectionToken, type Type } from '@nestjs/common';
import {
  type AccessState,
  type Endpoint,
  firstAccess,
  type ObjectExport,
  objectName,
  type OwnedKind,
  type OwnedKindParts,
  ownedNounOf,
  pageQuery,
  type RequestOf,
  requestedAccess,
} from '@svc/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { CLOCK, type Clock } from '../clock/clock';
import type { CallContext } from '../rpc/call-context';
import { Handles } from '../rpc/handles';
import type { NamedObjectKind } from './named-object';
import { NamedObjects } from './named-objects';

// What all such operations have in common; each request was validated by its own operation before.
const one = z.looseObject({ params: z.object({ name: objectName }), if_match: z.string().optional() });
const listing = z.looseObject({ query: pageQuery });
const putting = one.extend({ query: firstAccess, body: z.unknown() });

/** The controllers that answer the life of a kind of objects and their sharing, by the `NamedObjects` injected as `token`. */
export function namedObjectControllers<D>(kind: OwnedKind, definition: z.ZodType<D>, token: InjectionToken): Type[] {
  const {
    owned: { read, share },
    life,
    exports,
  } = ownedNounOf(kind);

  @Controller()
  class NamedObjectController {
    constructor(@Inject(token) private readonly objects: NamedObjects<D>) {}

    @Handles(life.list)
    list(request: unknown, { principal }: CallContext): Promise<object> {
      return this.objects.list(listing.parse(request).query, principal);
    }

    @Handles(life.get)
    get(request: unknown, { principal }: CallContext): Promise<object> {
      return this.objects.get(one.parse(request).params.name, principal);
    }

    @Handles(life.put)
    put(request: unknown, context: CallContext): Promise<object> {
      const { params, query, body, if_match: ifMatch } = putting.parse(request);
      const put = { name: params.name, definition: definition.parse(body), ifMatch, said: requestedAccess(query) };
      return this.objects.put(put, context);
    }

    @Handles(read)
    access(request: RequestOf<OwnedKindParts['read']>, context: CallContext): Promise<AccessState> {
      return this.objects.sharing.get(request, context);
    }

    @Handles(share)
    share(request: RequestOf<OwnedKindParts['share']>, context: CallContext): Promise<AccessState> {
      return this.objects.sharing.share(request, context);
    }
  }
  const { remove, history } = life;
  return [
    NamedObjectController,
    exportController<D>(exports, token),
    ...(remove === undefined ? [] : [removeController<D>(remove, token)]),
    ...(history === undefined ? [] : [historyController<D>(history, token)]),
  ];
}

/** Provides the `NamedObjects` of a kind as `token`. */
export function provideNamedObjects<D>(token: InjectionToken, kind: NamedObjectKind<D>): FactoryProvider {
  return {
    provide: token,
    useFactory: (source: DataSource, clock: Clock) => new NamedObjects(source, clock, kind),
    inject: [DataSource, CLOCK],
  };
}

function exportController<D>({ kind, by }: ObjectExport, token: InjectionToken): Type {
  @Controller()
  class ExportController {
    constructor(@Inject(token) private readonly objects: NamedObjects<D>) {}

    @Handles(by)
    export(request: unknown, { principal }: CallContext): Promise<object> {
      return this.objects.export(kind, one.parse(request).params.name, principal);
    }
  }
  return ExportController;
}

function removeController<D>(remove: Endpoint, token: InjectionToken): Type {
  @Controller()
  class RemoveController {
    constructor(@Inject(token) private readonly objects: NamedObjects<D>) {}

    @Handles(remove)
    remove(request: unknown, { principal }: CallContext): Promise<object> {
      const { params, if_match: ifMatch } = one.parse(request);
      return this.objects.remove(params.name, ifMatch, principal);
    }
  }
  return RemoveController;
}

function historyController<D>(history: Endpoint, token: InjectionToken): Type {
  @Controller()
  class HistoryController {
    constructor(@Inject(token) private readonly objects: NamedObjects<D>) {}

    @Handles(history)
    read(request: unknown, { principal }: CallContext): Promise<object> {
      return this.objects.history(one.parse(request).params.name, principal);
    }
  }
  return HistoryController;
}
