#include "loading.h"

// The structures of its interface grow with each version; this file name stands for one layout.

#define FUNCTIONS(F) \
    F(jsConsumerConfig_Init) \
    F(jsConsumerInfo_Destroy) \
    F(jsCtx_Destroy) \
    F(jsFetchRequest_Init) \
    F(jsMsgMetaData_Destroy) \
    F(jsOptions_Init) \
    F(jsStreamConfig_Init) \
    F(jsStreamInfo_Destroy) \
    F(jsSubOptions_Init) \
    F(js_AddConsumer) \
    F(js_AddStream) \
    F(js_GetConsumerInfo) \
    F(js_GetLastMsg) \
    F(js_GetStreamInfo) \
    F(js_PullSubscribe) \
    F(js_PurgeStream) \
    F(js_SubscribeSync) \
    F(natsConnection_Connect) \
    F(natsConnection_Destroy) \
    F(natsConnection_FlushTimeout) \
    F(natsConnection_GetLastError) \
    F(natsConnection_GetMaxPayload) \
    F(natsConnection_JetStream) \
    F(natsConnection_PublishMsg) \
    F(natsConnection_QueueSubscribeSync) \
    F(natsConnection_Request) \
    F(natsConnection_RequestString) \
    F(natsConnection_SubscribeSync) \
    F(natsInbox_Create) \
    F(natsInbox_Destroy) \
    F(natsMsgHeader_Add) \
    F(natsMsgHeader_Keys) \
    F(natsMsgHeader_Values) \
    F(natsMsgList_Destroy) \
    F(natsMsg_Ack) \
    F(natsMsg_Create) \
    F(natsMsg_Destroy) \
    F(natsMsg_GetData) \
    F(natsMsg_GetDataLength) \
    F(natsMsg_GetMetaData) \
    F(natsMsg_GetReply) \
    F(natsMsg_GetSequence) \
    F(natsMsg_GetSubject) \
    F(natsMsg_InProgress) \
    F(natsMsg_Nak) \
    F(natsMsg_Term) \
    F(natsOptions_Create) \
    F(natsOptions_Destroy) \
    F(natsOptions_LoadCATrustedCertificates) \
    F(natsOptions_LoadCertificatesChain) \
    F(natsOptions_SetAllowReconnect) \
    F(natsOptions_SetErrorHandler) \
    F(natsOptions_SetMaxPingsOut) \
    F(natsOptions_SetNKeyFromSeed) \
    F(natsOptions_SetName) \
    F(natsOptions_SetPingInterval) \
    F(natsOptions_SetSecure) \
    F(natsOptions_SetServers) \
    F(natsOptions_SetTimeout) \
    F(natsOptions_SetToken) \
    F(natsOptions_SetUserCredentialsFromFiles) \
    F(natsOptions_SetUserInfo) \
    F(natsStatus_GetText) \
    F(natsSubscription_Destroy) \
    F(natsSubscription_FetchRequest) \
    F(natsSubscription_GetDropped) \
    F(natsSubscription_NextMsg) \
    F(natsSubscription_Unsubscribe) \
    F(nats_GetLastError) \
    F(nats_GetVersion)

PERILUNE_LIBRARY(nats, "libnats.so.3.4", FUNCTIONS)
